/** A worker's own payments and messages, as on the worker's pages. */
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { errors, rupeesJson, SESSION, timeJson } from '#api/contract.ts'
import type { ApiEnv } from '#api/deps.ts'
import { IDS } from '#api/examples.ts'
import { signedInWorker } from '#api/guards.ts'
import { countedList, idCursor, limitQuery, numberCursor, page, pageOf, setTotal } from '#api/lists.ts'
import { refuse } from '#api/refusals.ts'
import { snakeKeys } from '#api/snake-case.ts'
import { toRupees } from '#shop/kernel/money.ts'
import { canOpenWorkerPages } from '#shop/kernel/permissions.ts'
import { listOwnNews, type OwnNews } from '#shop/programme/news.read.ts'
import { NEWS_KINDS } from '#shop/programme/news.ts'
import { countPayments, listPayments } from '#shop/programme/pay.read.ts'
import { PAYOUT_LINE_STATES, type PayoutLine } from '#shop/programme/pay.ts'

export const ownWork = new OpenAPIHono<ApiEnv>()

const forWorkers = { tags: ['work-logs'], middleware: signedInWorker, security: SESSION }

const payoutJson = z
  .object({
    id: z.uuid(),
    number: z.number().int().describe('Of the payout, which pays several workers'),
    amount: rupeesJson,
    state: z
      .enum(PAYOUT_LINE_STATES)
      .exclude(['dropped'])
      .describe('`returned`: it was paid, and the transfer came back'),
    reference: z.string().nullable().describe('Of the transfer'),
    created_at: timeJson,
    paid_at: timeJson.nullable(),
    confirmed_at: timeJson.nullable().describe('When the worker said that the money arrived'),
    work_logs: z.array(z.object({ id: z.uuid(), task_name: z.string(), payment_amount: rupeesJson })),
  })
  .openapi('Payout')

function toPayoutJson(line: PayoutLine): z.infer<typeof payoutJson> {
  const { id, payoutNumber: number, state, reference, createdAt, paidAt, confirmedAt } = line
  return {
    ...snakeKeys({ id, number, reference, createdAt, paidAt, confirmedAt }),
    amount: toRupees(line.amount),
    // Dropped lines are not listed.
    state: state === 'dropped' ? 'waiting' : state,
    work_logs: line.tasks.map(({ id, taskName, amount }) => ({
      ...{ id, task_name: taskName, payment_amount: toRupees(amount) },
    })),
  }
}

const payouts = createRoute({
  ...forWorkers,
  method: 'get',
  path: '/users/me/payouts',
  operationId: 'listPayouts',
  summary: 'Your payments as a worker, newest first',
  request: {
    query: z.object({
      limit: limitQuery,
      cursor: numberCursor('12'),
    }),
  },
  responses: {
    200: countedList(payoutJson, 'The payments', '/users/me/payouts?cursor=12'),
    ...errors(401, 403, 422),
  },
})
ownWork.openapi(payouts, async (c) => {
  const { ctx, person } = c.var
  if (!canOpenWorkerPages(person)) return refuse(c, { reason: 'not_allowed' })
  const { limit, cursor: after } = c.req.valid('query')
  const found = await listPayments(ctx.db, person.id, { limit: limit + 1, after })
  setTotal(c, await countPayments(ctx.db, person.id))
  const visible = page(c, found, limit, ({ payoutNumber }) => `${payoutNumber}`)
  return c.json(visible.map(toPayoutJson), 200)
})

const messageJson = z
  .object({
    id: z.uuid(),
    kind: z.enum(NEWS_KINDS),
    created_at: timeJson,
    work_log: z
      .object({
        task_name: z.string(),
        quantity: z.number().int(),
        unit: z.string(),
        payment_amount: rupeesJson,
        completion_deadline: timeJson,
        rejection_reason: z.string().nullable(),
      })
      .optional()
      .describe('The task, except for `paid`'),
    payment: z
      .object({ amount: rupeesJson, reference: z.string() })
      .optional()
      .describe('The payment, for `paid`'),
  })
  .openapi('WorkerMessage')

function toMessageJson({ at, news }: OwnNews): z.infer<typeof messageJson> {
  const message = { id: news.id, kind: news.kind, created_at: at.toISOString() }
  if (news.kind === 'paid') {
    const { amount, reference } = news.payment
    return { ...message, payment: { amount: toRupees(amount), reference } }
  }
  const { taskName, quantity, unit, paymentAmount, completionDeadline, rejectionReason } = news.task
  const task = snakeKeys({ taskName, quantity, unit, completionDeadline, rejectionReason })
  return { ...message, work_log: { ...task, payment_amount: toRupees(paymentAmount) } }
}

const messages = createRoute({
  ...forWorkers,
  method: 'get',
  path: '/users/me/messages',
  operationId: 'listWorkerMessages',
  summary: 'The messages to you as a worker of the last two weeks, newest first',
  request: { query: z.object({ limit: limitQuery, cursor: idCursor(IDS.message) }) },
  responses: {
    200: countedList(messageJson, 'The messages', `/users/me/messages?cursor=${IDS.message}`),
    ...errors(401, 403, 422),
  },
})
ownWork.openapi(messages, async (c) => {
  const { ctx, person } = c.var
  if (!canOpenWorkerPages(person)) return refuse(c, { reason: 'not_allowed' })
  const found = await listOwnNews(ctx.db, person.id, ctx.now)
  const entries = found.map(toMessageJson)
  return c.json(pageOf(c, entries, c.req.valid('query')), 200)
})
