import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { omitUnchanged } from '#api/closed-schema.ts'
import { BODY_ERRORS, body, errors, json, SESSION } from '#api/contract.ts'
import type { ApiEnv } from '#api/deps.ts'
import { BODIES, IDS, idOf } from '#api/examples.ts'
import { schemaViolation } from '#api/failures.ts'
import { forKeys, signedInWorker, staffWith } from '#api/guards.ts'
import { keyed, markReplayed, OPTIONAL_KEY, REPLAYED, runKeyed } from '#api/idempotency.ts'
import { linkHeader, ownersQuery, page } from '#api/lists.ts'
import { refuse } from '#api/refusals.ts'
import { camelKeys, snakeShape } from '#api/snake-case.ts'
import { toWorkLogJson, workLogJson } from '#api/work-log-json.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isSelf } from '#shop/kernel/actor.ts'
import { may } from '#shop/kernel/permissions.ts'
import { cleanText } from '#shop/kernel/text.ts'
import { assignTask, createTasks, withdrawTask } from '#shop/programme/give-tasks.ts'
import { batchInput, countsInput, ratingInput, referenceInput, stockedInput } from '#shop/programme/input.ts'
import { addCounts, countProgress, requestApproval, startTask } from '#shop/programme/own-task.ts'
import { referenceUseLine } from '#shop/programme/pay.ts'
import { payTask } from '#shop/programme/pay-workers.ts'
import { REJECTION_PRESETS } from '#shop/programme/rejection.ts'
import { adjustStock, approveTask, rejectTask, setProductBatch } from '#shop/programme/review-task.ts'
import {
  canSeeTask,
  REVIEW_STATUSES,
  TASK_PAYMENT_STATUSES,
  TASK_STATES,
  WORK_LOG_STATUSES,
} from '#shop/programme/task.ts'
import { taskInput } from '#shop/programme/task-fields.ts'
import { findTask, listTasks } from '#shop/programme/tasks.read.ts'

export const workLogs = new OpenAPIHono<ApiEnv>()

const forWorkers = { tags: ['work-logs'], middleware: signedInWorker, security: SESSION }
const forBoth = { ...forWorkers, ...forKeys(['programme'], signedInWorker) }
const params = z.object({ id: idOf('workLog') })

const workerId = z.uuid('Not a worker').toLowerCase().nullable()

const newWorkLogBody = z
  .object({ ...snakeShape(taskInput.shape), user_id: workerId.optional() })
  .openapi('NewWorkLog', {
    description: 'Without `user_id` the task is unassigned',
    example: BODIES.NewWorkLog,
  })

/** A change names one of these actions; an approval may also have `stock_quantity`. Other fields complete an action. */
const ACTIONS = [
  'status',
  'progress_count',
  'user_id',
  'admin_review_status',
  'payment_status',
  'product_id',
  'stock_quantity',
] as const
type WorkLogAction = (typeof ACTIONS)[number]

const NOT_STARTED = 'A task is started with in_progress; a photo completes it'

const workLogChangeBody = z
  .object({
    status: z.enum(WORK_LOG_STATUSES, { error: NOT_STARTED }),
    progress_count: z.number().int().min(0),
    user_id: workerId,
    admin_review_status: z.enum(REVIEW_STATUSES).nullable(),
    rating: ratingInput.nullable(),
    rejection_reason: z.string().overwrite(cleanText).max(500).nullable(),
    rejection_preset: z.enum(REJECTION_PRESETS.map(({ key }) => key)),
    payment_status: z.enum(TASK_PAYMENT_STATUSES),
    payment_reference: referenceInput,
    reference_repeated: z.boolean().openapi({
      description:
        'True when one transfer paid several tasks. Otherwise a reference that another payment has is refused (409, `reference_used`), and the message names that payment.',
      example: true,
    }),
    product_id: batchInput.shape.productId,
    batch_code: batchInput.shape.batchCode,
    stock_quantity: stockedInput,
  })
  .partial()
  .openapi('WorkLogChange', {
    example: BODIES.WorkLogChange,
    description:
      'Workers: start (`status`) or count (`progress_count`). Admins: assign (`user_id`), review (`admin_review_status` with `rating` or a reason), pay (`payment_status` with `payment_reference`, and `reference_repeated` when another payment has the same one), name what was made (`product_id`, `batch_code`), or say how many units of it are added to stock (`stock_quantity`: with an approval or after it; the stock moves by the difference, 0 removes them again).',
  })
type WorkLogChange = z.infer<typeof workLogChangeBody>

/** Checks a change. If it named several actions, the caller has removed those with the current value. */
const oneAction = workLogChangeBody
  .refine((input) => actionsIn(input).length === 1, {
    error: `Please send exactly one of ${ACTIONS.join(', ')}`,
  })
  .refine(({ status = 'in_progress' }) => status === 'in_progress', { error: NOT_STARTED, path: ['status'] })
  .refine(({ admin_review_status: review = 'approved' }) => review === 'approved' || review === 'rejected', {
    error: 'Please send approved or rejected',
    path: ['admin_review_status'],
  })
  .refine(({ payment_status: payment = 'paid' }) => payment === 'paid', {
    error: 'A payment is recorded with paid',
    path: ['payment_status'],
  })
  .refine((input) => input.admin_review_status !== 'approved' || Boolean(input.rating), {
    error: 'Please give 1 to 5 stars',
    path: ['rating'],
  })
  .refine(
    (input) =>
      input.admin_review_status !== 'rejected' || Boolean(input.rejection_reason || input.rejection_preset),
    { error: 'Please give a reason', path: ['rejection_reason'] },
  )
  .refine((input) => input.payment_status === undefined || input.payment_reference !== undefined, {
    error: 'Please enter the reference of the transfer',
    path: ['payment_reference'],
  })
  .refine((input) => input.reference_repeated === undefined || input.payment_status !== undefined, {
    error: 'Please send reference_repeated only with payment_status',
    path: ['reference_repeated'],
  })

/** `stock_quantity` is part of an approval, or an action of its own if there is none. */
function actionsIn(input: Partial<Record<WorkLogAction, unknown>>): WorkLogAction[] {
  const isApproval = input.admin_review_status === 'approved'
  return ACTIONS.filter((name) => input[name] !== undefined && !(isApproval && name === 'stock_quantity'))
}

function actionOf(change: WorkLogChange): WorkLogAction {
  const [action] = actionsIn(change)
  if (!action) throw new TypeError('a change without an action passed the check')
  return action
}

const VISIBLE_STATES = TASK_STATES.filter((state) => state !== 'withdrawn')

async function visibleTask({ db, actor }: Ctx, id: string) {
  const task = await findTask(db, id)
  return task && task.state !== 'withdrawn' && canSeeTask(actor, task) ? task : null
}

const list = createRoute({
  ...forBoth,
  method: 'get',
  path: '/work-logs',
  summary: 'Work logs, newest first: your own, or all for admins',
  request: { query: ownersQuery('Only tasks of this worker', { owner: IDS.worker, entry: IDS.workLog }) },
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
  if (!isAllowed) return refuse(c, { reason: 'user_not_found' })
  const ownerId = userId ?? (may(person, 'programme') ? null : person.id)
  // A former worker no longer sees the tasks.
  const isOpen = may(person, 'programme') || person.isWorker
  const filter = { userId: ownerId, states: VISIBLE_STATES, limit: limit + 1, after: cursor }
  const found = isOpen ? await listTasks(ctx.db, filter) : []
  const visible = page(c, found, limit, (last) => last.id)
  return c.json(
    visible.map((task) => toWorkLogJson(task, ctx)),
    200,
  )
})

const read = createRoute({
  ...forBoth,
  method: 'get',
  path: '/work-logs/{id}',
  summary: 'One work log: your own, or any for admins',
  request: { params },
  responses: { 200: json(workLogJson, 'The work log'), ...errors(401, 404, 422) },
})
workLogs.openapi(read, async (c) => {
  const task = await visibleTask(c.var.ctx, c.req.valid('param').id)
  return task ? c.json(toWorkLogJson(task, c.var.ctx), 200) : refuse(c, { reason: 'task_not_found' })
})

const create = createRoute({
  ...forWorkers,
  ...forKeys(['programme'], staffWith('programme')),
  method: 'post',
  path: '/work-logs',
  summary: 'Create a task, for a worker or to be assigned later (admin)',
  request: { body: body(newWorkLogBody) },
  responses: { 201: json(workLogJson, 'The work log'), ...errors(401, 403, 404, ...BODY_ERRORS) },
})
workLogs.openapi(create, async (c) => {
  const { ctx } = c.var
  const { userId, ...input } = camelKeys(c.req.valid('json'))
  const created = await createTasks(ctx, { ...input, userIds: userId ? [userId] : [] })
  if (!created.ok) return refuse(c, created)
  const task = await visibleTask(ctx, created.value.ids[0] ?? '')
  return task ? c.json(toWorkLogJson(task, ctx), 201) : refuse(c, { reason: 'task_not_found' })
})

const changeWorkLog = createRoute({
  ...forWorkers,
  middleware: [signedInWorker, keyed] as const,
  method: 'put',
  path: '/work-logs/{id}',
  summary: 'Change a work log: worker (own) or admin',
  request: { headers: OPTIONAL_KEY, params, body: body(workLogChangeBody, workLogJson) },
  responses: {
    200: { ...json(workLogJson, 'The work log'), headers: REPLAYED },
    ...errors(401, 403, 404, 409, ...BODY_ERRORS),
  },
})
workLogs.openapi(changeWorkLog, async (c) => {
  const { ctx } = c.var
  const { id } = c.req.valid('param')
  const current = await visibleTask(ctx, id)
  if (!current) {
    // Records for the coordinator that a phone without a network had started a withdrawn task.
    if (c.req.valid('json').status === 'in_progress') await startTask(ctx, { workLogId: id })
    return refuse(c, { reason: 'task_not_found' })
  }
  if (c.var.isRepeat) {
    markReplayed(c)
    return c.json(toWorkLogJson(current, ctx), 200)
  }
  const body = c.req.valid('json')
  // A client that sends back a whole work log names several actions. Fields with the current value are not actions.
  const isSentBack = actionsIn(body).length > 1
  const rest = isSentBack ? omitUnchanged(body, toWorkLogJson(current, ctx), ACTIONS) : body
  if (isSentBack && actionsIn(rest).length === 0) return c.json(toWorkLogJson(current, ctx), 200)
  const action = oneAction.safeParse(rest)
  if (!action.success) return schemaViolation(c, action.error)
  const changed = await runKeyed(c, (keyedCtx) => applyChange(keyedCtx, id, action.data))
  if (!changed.ok) return refuse(c, changed)
  const task = await visibleTask(ctx, id)
  return task ? c.json(toWorkLogJson(task, ctx), 200) : refuse(c, { reason: 'task_not_found' })
})

async function applyChange(ctx: Ctx, workLogId: string, input: WorkLogChange) {
  switch (actionOf(input)) {
    case 'status':
      return startTask(ctx, { workLogId })
    case 'progress_count':
      return countProgress(ctx, { workLogId, count: input.progress_count ?? 0 })
    case 'user_id':
      return assignTask(ctx, { workLogId, userId: input.user_id ?? null })
    case 'admin_review_status':
      return decide(ctx, workLogId, input)
    case 'payment_status':
      return pay(ctx, workLogId, input)
    case 'product_id':
      return setProductBatch(ctx, {
        workLogId,
        productId: input.product_id ?? null,
        batchCode: input.batch_code ?? null,
      })
    case 'stock_quantity':
      return adjustStock(ctx, { workLogId, quantity: input.stock_quantity ?? 0 })
  }
}

/** If the reference is used, the refusal names the payments that have it. */
async function pay(ctx: Ctx, workLogId: string, input: WorkLogChange) {
  const { payment_reference: reference = '', reference_repeated: isRepeated } = input
  const paid = await payTask(ctx, { workLogId, reference, isRepeated })
  if (paid.ok || paid.reason !== 'reference_used') return paid
  const used = paid.uses.map(referenceUseLine).join(' ')
  const message = `${used} Nothing was saved. If one transfer paid them together, please send reference_repeated, too.`
  return { ok: false, reason: 'reference_used', message } as const
}

function decide(ctx: Ctx, workLogId: string, input: WorkLogChange) {
  if (input.admin_review_status === 'approved')
    return approveTask(ctx, { workLogId, rating: input.rating ?? 0, stockQuantity: input.stock_quantity })
  const preset = input.rejection_preset ?? null
  return rejectTask(ctx, { workLogId, preset, reason: input.rejection_reason ?? '' })
}

const withdrawnJson = z
  .object({ id: z.string(), removed: z.literal('withdrawn') })
  .openapi('WithdrawnWorkLog')

const withdraw = createRoute({
  ...forWorkers,
  middleware: staffWith('programme'),
  method: 'delete',
  path: '/work-logs/{id}',
  summary: 'Withdraw a task that has not been started (admin); its worker gets an email',
  request: { params },
  responses: { 200: json(withdrawnJson, 'The task is withdrawn'), ...errors(401, 403, 404, 409) },
})
workLogs.openapi(withdraw, async (c) => {
  const { id } = c.req.valid('param')
  const withdrawn = await withdrawTask(c.var.ctx, { workLogId: id })
  return withdrawn.ok ? c.json({ id, removed: 'withdrawn' as const }, 200) : refuse(c, withdrawn)
})

const approvalRequestBody = z.object({ taskId: idOf('workLog') }).openapi('ApprovalRequest', {
  description: 'The shop looks up everything else',
  example: BODIES.ApprovalRequest,
})

const requestReview = createRoute({
  ...forWorkers,
  method: 'post',
  path: '/send-approval-notification',
  operationId: 'sendApprovalNotification',
  summary: 'Email the admin that a photo is ready for review, once per photo (worker)',
  request: { body: body(approvalRequestBody) },
  responses: {
    200: json(
      z.object({ taskId: z.string(), sent: z.literal(true) }),
      'The email is on its way or has been sent',
    ),
    ...errors(401, 404, 409, ...BODY_ERRORS),
  },
})
workLogs.openapi(requestReview, async (c) => {
  const { taskId } = c.req.valid('json')
  const requested = await requestApproval(c.var.ctx, { workLogId: taskId })
  return requested.ok ? c.json({ taskId, sent: true as const }, 200) : refuse(c, requested)
})

const countsBody = z.object({ steps: countsInput }).openapi('CountSteps', {
  description: 'Each step counts once, however often its id is sent',
  example: BODIES.CountSteps,
})

const count = createRoute({
  ...forWorkers,
  method: 'post',
  path: '/work-logs/{id}/counts',
  summary: 'Record counts made on a phone, online or offline (worker)',
  request: {
    params,
    body: body(countsBody),
  },
  responses: {
    200: json(z.object({ progress_count: z.number().int() }), 'Pieces done so far'),
    ...errors(401, 404, 409, ...BODY_ERRORS),
  },
})
workLogs.openapi(count, async (c) => {
  const counted = await addCounts(c.var.ctx, { workLogId: c.req.valid('param').id, ...c.req.valid('json') })
  if (!counted.ok) return refuse(c, counted)
  return c.json({ progress_count: counted.value.progressCount }, 200)
})
