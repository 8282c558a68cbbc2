import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { BODY_ERRORS, body, errors, json, SESSION } from '#api/contract.ts'
import type { ApiEnv } from '#api/deps.ts'
import { BODIES, IDS, idOf } from '#api/examples.ts'
import { signedInWorker, staffWith } from '#api/guards.ts'
import { limitQuery, linkHeader, page } from '#api/lists.ts'
import { refused } from '#api/refusals.ts'
import { camelKeys } from '#api/snake-case.ts'
import { actionOf, newWorkLogBody, type WorkLogChange, workLogChangeBody } from '#api/work-log-body.ts'
import { toWorkLogJson, workLogJson } from '#api/work-log-json.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isSelf } from '#shop/kernel/actor.ts'
import { may } from '#shop/kernel/permissions.ts'
import { assignTask, createTasks, withdrawTask } from '#shop/programme/give-tasks.ts'
import { countProgress, requestApproval, startTask } from '#shop/programme/own-task.ts'
import { referenceUseLine } from '#shop/programme/pay.ts'
import { payTask } from '#shop/programme/pay-workers.ts'
import { approveTask, nameBatch, rejectTask, stockTask } from '#shop/programme/review-task.ts'
import { canSeeTask, TASK_STATES } from '#shop/programme/task.ts'
import { findTask, listTasks } from '#shop/programme/tasks.read.ts'

export const workLogs = new OpenAPIHono<ApiEnv>()

const tags = ['work-logs']
const params = z.object({ id: idOf('workLog') })

const GIVEN_OUT = TASK_STATES.filter((state) => state !== 'withdrawn')

async function visibleTask({ db, actor }: Ctx, id: string) {
  const task = await findTask(db, id)
  return task && task.state !== 'withdrawn' && canSeeTask(actor, task) ? task : null
}

const list = createRoute({
  method: 'get',
  path: '/work-logs',
  tags,
  summary: 'Work logs, newest first: your own, or all for admins',
  middleware: signedInWorker,
  security: SESSION,
  request: {
    query: z.object({
      userId: z
        .uuid('Not a user')
        .toLowerCase()
        .optional()
        .openapi({ description: 'Only tasks of this worker', example: IDS.worker }),
      limit: limitQuery,
      cursor: z.uuid('Not a cursor').toLowerCase().optional().openapi({ example: IDS.workLog }),
    }),
  },
  responses: {
    200: {
      ...json(z.array(workLogJson), 'The work logs'),
      headers: linkHeader(`/work-logs?cursor=${IDS.workLog}`),
    },
    ...errors(401, 404, 422),
  },
})
workLogs.openapi(list, async (c) => {
  const { ctx, person } = c.var
  const { userId, limit, cursor } = c.req.valid('query')
  const isAllowed = userId === undefined || may(person, 'programme') || isSelf(person, userId)
  if (!isAllowed) return refused(c, { reason: 'user_not_found' })
  const ownerId = userId ?? (may(person, 'programme') ? null : person.id)
  // A former worker no longer sees the tasks.
  const isOpen = may(person, 'programme') || person.isWorker
  const filter = { userId: ownerId, states: GIVEN_OUT, limit: limit + 1, after: cursor }
  const found = isOpen ? await listTasks(ctx.db, filter) : []
  const shown = page(c, found, limit, (last) => last.id)
  return c.json(
    shown.map((task) => toWorkLogJson(task, ctx)),
    200,
  )
})

const one = createRoute({
  method: 'get',
  path: '/work-logs/{id}',
  tags,
  summary: 'One work log: your own, or any for admins',
  middleware: signedInWorker,
  security: SESSION,
  request: { params },
  responses: { 200: json(workLogJson, 'The work log'), ...errors(401, 404, 422) },
})
workLogs.openapi(one, async (c) => {
  const task = await visibleTask(c.var.ctx, c.req.valid('param').id)
  return task ? c.json(toWorkLogJson(task, c.var.ctx), 200) : refused(c, { reason: 'task_not_found' })
})

const create = createRoute({
  method: 'post',
  path: '/work-logs',
  tags,
  summary: 'Create a task, for a worker or to be assigned later (admin)',
  middleware: staffWith('programme'),
  security: SESSION,
  request: { body: body(newWorkLogBody) },
  responses: { 201: json(workLogJson, 'The work log'), ...errors(401, 403, 404, ...BODY_ERRORS) },
})
workLogs.openapi(create, async (c) => {
  const { ctx } = c.var
  const { userId, ...input } = camelKeys(c.req.valid('json'))
  const created = await createTasks(ctx, { ...input, userIds: userId ? [userId] : [] })
  if (!created.ok) return refused(c, created)
  const task = await visibleTask(ctx, created.value.ids[0] ?? '')
  return task ? c.json(toWorkLogJson(task, ctx), 201) : refused(c, { reason: 'task_not_found' })
})

const change = createRoute({
  method: 'put',
  path: '/work-logs/{id}',
  tags,
  summary: 'Change a work log: worker (own) or admin',
  middleware: signedInWorker,
  security: SESSION,
  request: { params, body: body(workLogChangeBody) },
  responses: { 200: json(workLogJson, 'The work log'), ...errors(401, 403, 404, 409, ...BODY_ERRORS) },
})
workLogs.openapi(change, async (c) => {
  const { ctx } = c.var
  const { id } = c.req.valid('param')
  const changed = await make(ctx, id, c.req.valid('json'))
  if (!changed.ok) return refused(c, changed)
  const task = await visibleTask(ctx, id)
  return task ? c.json(toWorkLogJson(task, ctx), 200) : refused(c, { reason: 'task_not_found' })
})

async function make(ctx: Ctx, workLogId: string, sent: WorkLogChange) {
  if (!(await visibleTask(ctx, workLogId))) return { ok: false, reason: 'task_not_found' } as const
  switch (actionOf(sent)) {
    case 'status':
      return startTask(ctx, { workLogId })
    case 'progress_count':
      return countProgress(ctx, { workLogId, count: sent.progress_count ?? 0 })
    case 'user_id':
      return assignTask(ctx, { workLogId, userId: sent.user_id ?? null })
    case 'admin_review_status':
      return decide(ctx, workLogId, sent)
    case 'payment_status':
      return pay(ctx, workLogId, sent)
    case 'product_id':
      return nameBatch(ctx, {
        workLogId,
        productId: sent.product_id ?? null,
        batchCode: sent.batch_code ?? null,
      })
    case 'stock_quantity':
      return stockTask(ctx, { workLogId, quantity: sent.stock_quantity ?? 0 })
  }
}

/** Names the payments that have the same reference. */
async function pay(ctx: Ctx, workLogId: string, sent: WorkLogChange) {
  const { payment_reference: reference = '', reference_repeated: isRepeated } = sent
  const paid = await payTask(ctx, { workLogId, reference, isRepeated })
  if (paid.ok || paid.reason !== 'reference_used') return paid
  const used = paid.uses.map(referenceUseLine).join(' ')
  const message = `${used} Nothing was saved. If one transfer paid them together, please send reference_repeated, too.`
  return { ok: false, reason: 'reference_used', message } as const
}

function decide(ctx: Ctx, workLogId: string, sent: WorkLogChange) {
  if (sent.admin_review_status === 'approved')
    return approveTask(ctx, { workLogId, rating: sent.rating ?? 0, stockQuantity: sent.stock_quantity })
  const preset = sent.rejection_preset ?? null
  return rejectTask(ctx, { workLogId, preset, reason: sent.rejection_reason ?? '' })
}

const withdrawnJson = z
  .object({ id: z.string(), removed: z.literal('withdrawn') })
  .openapi('WithdrawnWorkLog')

const withdraw = createRoute({
  method: 'delete',
  path: '/work-logs/{id}',
  tags,
  summary: 'Withdraw a task that has not been started (admin); its worker gets an email',
  middleware: staffWith('programme'),
  security: SESSION,
  request: { params },
  responses: { 200: json(withdrawnJson, 'The task is withdrawn'), ...errors(401, 403, 404, 409, 422) },
})
workLogs.openapi(withdraw, async (c) => {
  const { id } = c.req.valid('param')
  const withdrawn = await withdrawTask(c.var.ctx, { workLogId: id })
  return withdrawn.ok ? c.json({ id, removed: 'withdrawn' as const }, 200) : refused(c, withdrawn)
})

const askBody = z.object({ taskId: idOf('workLog') }).openapi('ApprovalRequest', {
  description: 'The shop looks up everything else',
  example: BODIES.ApprovalRequest,
})

const ask = createRoute({
  method: 'post',
  path: '/send-approval-notification',
  tags,
  summary: 'Email the admin that a photo is ready for review, once per photo (worker)',
  middleware: signedInWorker,
  security: SESSION,
  request: { body: body(askBody) },
  responses: {
    200: json(
      z.object({ taskId: z.string(), sent: z.literal(true) }),
      'The email is on its way or has been sent',
    ),
    ...errors(401, 404, 409, ...BODY_ERRORS),
  },
})
workLogs.openapi(ask, async (c) => {
  const { taskId } = c.req.valid('json')
  const filter = await requestApproval(c.var.ctx, { workLogId: taskId })
  return filter.ok ? c.json({ taskId, sent: true as const }, 200) : refused(c, filter)
})
