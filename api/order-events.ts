import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { streamSSE } from 'hono/streaming'
import { errors, SESSION, TOO_MANY } from '#api/contract.ts'
import type { ApiDeps, ApiEnv } from '#api/deps.ts'
import { idOf } from '#api/examples.ts'
import { tooMany } from '#api/failures.ts'
import { signedIn } from '#api/guards.ts'
import { refuse } from '#api/refusals.ts'
import { networkOf } from '#infra/rate-limits/network.ts'
import type { Ctx } from '#shop/ctx.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { MINUTE_MS } from '#shop/kernel/duration.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { canSeeOrder } from '#shop/orders/order.ts'
import { orderState, orderUpdates } from '#shop/orders/orders.read.ts'

export const orderEvents = new OpenAPIHono<ApiEnv>()

/** Interval of the comment that keeps a stream without events open, because proxies close silent connections. */
const HEARTBEAT_MS = 20_000
/** Lifetime of a stream; the browser then opens another. */
const LIFETIME_MS = 15 * MINUTE_MS

const watch = createRoute({
  method: 'get',
  path: '/orders/{id}/events',
  tags: ['orders'],
  summary: 'Changes of an order, as server-sent events',
  description:
    'Each `order` event carries the new state. With `Last-Event-ID`, missed events come first. ' +
    'The stream ends with the session, or when you may no longer see the order.',
  middleware: signedIn,
  security: SESSION,
  request: {
    params: z.object({ id: idOf('order') }),
    headers: z.object({ 'last-event-id': z.string().optional().openapi({ example: '12' }) }),
  },
  responses: {
    200: {
      description: 'An event stream that stays open',
      content: { 'text/event-stream': { schema: z.string() } },
    },
    ...errors(401, 404, 422),
    ...TOO_MANY,
  },
})
orderEvents.openapi(watch, async (c) => {
  const { ctx, deps, person } = c.var
  const { id } = c.req.valid('param')
  const state = isUuid(id) ? await orderState(ctx.db, id) : null
  if (!state || !canSeeOrder(person, state)) return refuse(c, { reason: 'order_not_found' })
  const subscription = deps.orderEvents.open({
    orderId: id,
    person: person.id,
    network: networkOf(c.req.header('x-real-ip') ?? ''),
  })
  if (!subscription) return tooMany(c, '30') as never
  c.header('x-accel-buffering', 'no')
  let last = lastEventId(c.req.valid('header')['last-event-id']) ?? state.lastEventId
  return streamSSE(c, async (stream) => {
    stream.onAbort(() => subscription.close())
    const end = Date.now() + LIFETIME_MS
    let lastData = stateJson(state)
    await stream.write('retry: 3000\n\n')
    try {
      while (!stream.aborted && Date.now() < end) {
        const updates = await updatesSince(ctx, id, last, lastData)
        // Checked after the read, so that nothing is sent after the session has ended.
        if (!(await maySee(deps, c.req.raw.headers, person, state))) return
        for (const { data, eventId } of updates.messages) {
          await stream.writeSSE({ event: 'order', data, ...(eventId && { id: String(eventId) }) })
        }
        last = updates.last
        lastData = updates.lastData
        const outcome = await subscription.next(HEARTBEAT_MS)
        if (outcome === 'closed') return
        if (outcome === 'timeout') await stream.write(': still here\n\n')
      }
    } finally {
      subscription.close()
    }
  }) as never
})

type State = NonNullable<Awaited<ReturnType<typeof orderState>>>

/** Checks the session before events are sent and after each heartbeat, so that an ended session gets no event. */
async function maySee(deps: ApiDeps, headers: Headers, { id }: Person, state: State): Promise<boolean> {
  const { actor } = await deps.identify(headers, { renew: false })
  return actor.kind === 'person' && actor.id === id && canSeeOrder(actor, state)
}

function stateJson({ status, paymentStatus, trackingNumber, carrier }: State): string {
  return JSON.stringify({ status, payment_status: paymentStatus, tracking_number: trackingNumber, carrier })
}

/** Returns history entries after the entry `last`. A change without an entry (a payment) has no id. */
async function updatesSince({ db }: Ctx, orderId: string, last: number, lastData: string) {
  const state = await orderState(db, orderId)
  if (!state) return { messages: [], last, lastData }
  const data = stateJson(state)
  const entries = state.lastEventId > last ? await orderUpdates(db, orderId, last) : []
  const messages: { data: string; eventId: number | null }[] = entries.map(({ id, kind, note }) => ({
    eventId: id,
    data: JSON.stringify({ ...JSON.parse(data), kind, note }),
  }))
  if (entries.length === 0 && data !== lastData) messages.push({ eventId: null, data })
  return { messages, last: entries.at(-1)?.id ?? last, lastData: data }
}

function lastEventId(header: string | undefined): number | null {
  return header && /^\d{1,15}$/.test(header) ? Number(header) : null
}
