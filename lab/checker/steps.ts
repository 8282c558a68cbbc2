/** Makes steps for the search of what the tables say that happened, and of what clients were told. */
import { HOLD_MS, keptSince, meaningOf } from '#lab/checker/answers.ts'
import type { Case, Violation } from '#lab/checker/case.ts'
import { inWords, type Operation, operationsOf, short, type ToldOrder } from '#lab/checker/history.ts'
import {
  cancellationRequestOf,
  codeOf,
  grantsOf,
  paymentOf,
  refundRequestOf,
  statusOf,
  stockOf,
  unpaidOf,
  usesBy,
  usesOf,
} from '#lab/checker/levels.ts'
import type { Levels, Sight, Step } from '#lab/checker/one-order.ts'
import type { Tables } from '#lab/checker/tables.ts'

type Order = Tables['orders'][number]
type Event = Tables['events'][number]

/** The levels at the beginning, and the limits that hold at every moment. */
export function boundsOf({ world: { products, coupon, customers } }: Case): Levels {
  return {
    first: Object.fromEntries(products.map(({ id, stock }) => [stockOf(id), stock])),
    least: Object.fromEntries(products.map(({ id }) => [stockOf(id), 0])),
    most: coupon
      ? {
          [usesOf(coupon.id)]: coupon.maxUses,
          ...Object.fromEntries(
            customers.map(({ id }) => [usesBy(coupon.id, id), coupon.maxUsesPerCustomer]),
          ),
        }
      : {},
  }
}

/** All steps; violations are changes that nobody asked for. */
export function stepsOf(judged: Case): { steps: Step[]; violations: Violation[] } {
  const violations: Violation[] = []
  const accounts = new Set(judged.world.customers.map(({ id }) => id))
  const ours = judged.tables.orders.filter(({ userId }) => accounts.has(userId))
  const changes = ours.flatMap((order) => {
    const found = changesOf(order, judged)
    violations.push(...found.violations)
    return found.steps
  })
  return { steps: [...changes, ...looksOf(judged)], violations }
}

/** Entries of an order's history that open or decide a request, and what they do to its levels. */
const OF_REQUESTS: Record<string, (order: string) => Record<string, number>> = {
  refund_requested: (order) => ({ [refundRequestOf(order)]: 1 }),
  refund_approved: (order) => ({ [refundRequestOf(order)]: -1, [grantsOf(order)]: 1 }),
  refund_declined: (order) => ({ [refundRequestOf(order)]: -1 }),
  cancellation_requested: (order) => ({ [cancellationRequestOf(order)]: 1 }),
  cancellation_declined: (order) => ({ [cancellationRequestOf(order)]: -1 }),
}
const CHANGES = ['status', 'payment_received', ...Object.keys(OF_REQUESTS)]

/** The changes of an order, one for each entry of its history that changes status, payment or a request. */
function changesOf(order: Order, judged: Case): { steps: Step[]; violations: Violation[] } {
  const { history, tables } = judged
  const violations: Violation[] = []
  const steps: Step[] = []
  const events = tables.events.filter(({ orderId, kind }) => orderId === order.id && CHANGES.includes(kind))
  const took = unitsOf(order.id, tables)
  let isPaid = false
  let isOpen = false
  let cancellationRequests = 0
  for (const event of events) {
    const cause = causeOf(event, order, judged)
    if (cause === null) {
      const what = `became ${event.toStatus} (${event.kind}), and nobody asked for that`
      violations.push({ about: statusOf(order.id), what, evidence: historyOf(order.id, history) })
    }
    const wasPaid = isPaid
    isPaid ||=
      event.kind === 'payment_received' ||
      (order.paymentMethod === 'cod' ? event.toStatus === 'delivered' : order.total === 0)
    const wasOpen = isOpen
    isOpen = !isPaid && event.toStatus !== 'cancelled' && event.toStatus !== 'delivered'
    const stock = takenBy(event)
    const moves: Record<string, number> = {
      [statusOf(order.id)]: codeOf(event.toStatus) - codeOf(event.fromStatus),
      [unpaidOf(order.userId)]: Number(isOpen) - Number(wasOpen),
      [paymentOf(order.id)]: Number(isPaid) - Number(wasPaid),
      ...OF_REQUESTS[event.kind]?.(order.id),
    }
    // A cancellation approves the request of one without an entry of its own.
    if (event.kind === 'status' && event.toStatus === 'cancelled')
      moves[cancellationRequestOf(order.id)] = -cancellationRequests
    cancellationRequests += moves[cancellationRequestOf(order.id)] ?? 0
    if (stock !== 0) {
      for (const [product, units] of took) moves[stockOf(product)] = -stock * units
      if (order.couponId) {
        moves[usesOf(order.couponId)] = stock
        moves[usesBy(order.couponId, order.userId)] = stock
      }
    }
    const isPlacing = event.fromStatus === null
    // A limit for new orders only: one that is taken up again was within it.
    const isLimited = isPlacing && order.total > 0
    const room: Sight = { level: unpaidOf(order.userId), is: '<', value: judged.mostUnpaid }
    const before: Sight = { level: statusOf(order.id), is: '=', value: codeOf(event.fromStatus) }
    steps.push({
      words: `order ${short(order.id)} ${event.kind === 'status' ? `becomes ${event.toStatus}` : event.kind} in the tables`,
      from: Math.max(cause ?? 0, steps.at(-1)?.from ?? 0),
      to: isPlacing ? toldPlaced(order, history) : Infinity,
      moves: Object.fromEntries(Object.entries(moves).filter(([, by]) => by !== 0)),
      sees: [before, ...(isLimited ? [room] : [])],
      after: steps.at(-1) ?? null,
    })
  }
  narrow(steps, events, order.id, history)
  return { steps, violations }
}

/** How many times an entry takes the order's units and its coupon: 1, -1 when it gives them back, else 0. */
export function takenBy({
  kind,
  fromStatus,
  toStatus,
}: Pick<Event, 'kind' | 'fromStatus' | 'toStatus'>): number {
  if (kind !== 'status') return 0
  const had = fromStatus !== null && fromStatus !== 'cancelled'
  return Number(toStatus !== 'cancelled') - Number(had)
}

/** The units of an order by product. */
export function unitsOf(orderId: string, { lines }: Pick<Tables, 'lines'>): Map<string, number> {
  const units = new Map<string, number>()
  for (const { productId, quantity } of lines.filter((line) => line.orderId === orderId))
    if (productId) units.set(productId, (units.get(productId) ?? 0) + quantity)
  return units
}

/** When the first operation began that may have caused the entry; null for none. */
function causeOf(event: Event, order: Order, { history, world }: Case): number | null {
  const about = history.filter((one) => 'order' in one && one.order === order.id)
  const first = (fits: (one: Operation) => boolean, of = about) => {
    const began = of.filter(fits).map(({ invoked }) => invoked)
    return began.length > 0 ? Math.min(...began) : null
  }
  const placed = first(
    (one) => one.kind === 'place' && one.account === order.userId && one.key === order.idempotencyKey,
    [...history],
  )
  if (event.fromStatus === null) return placed
  if (event.kind === 'payment_received') return first(({ kind }) => kind === 'bank-takes')
  if (event.kind === 'refund_requested') return first(({ kind }) => kind === 'ask-refund')
  if (event.kind === 'refund_approved' && event.toStatus !== 'cancelled')
    return first(({ kind }) => kind === 'grant-refund')
  if (event.actorId === order.userId) return first(({ kind }) => kind === 'cancel')
  if (event.actorId === world.admin?.id)
    return first((one) => one.kind === 'move' && one.to === event.toStatus)
  if (event.actorId !== null) return null
  if (event.toStatus !== 'cancelled') return first(({ kind }) => kind === 'bank-takes')
  const last = Math.max(...history.map(({ ended }) => ended))
  const isOld = placed !== null && last - placed > HOLD_MS
  return first(({ kind }) => kind === 'end-hold') ?? (isOld ? placed : null)
}

/** When the first client knew that the order was placed. */
function toldPlaced({ id }: Order, history: readonly Operation[]): number {
  const told = history.filter((one) => one.outcome === 'ok' && one.told.order?.id === id)
  return Math.min(Infinity, ...told.map(({ ended }) => ended))
}

/**
 * Narrows the times of an order's changes by the statuses that clients were shown: a status that exists only from one
 * change on had been reached when the answer came, and one that a change ended for good had not been left when it was asked.
 */
function narrow(
  steps: Step[],
  events: readonly Event[],
  orderId: string,
  history: readonly Operation[],
): void {
  for (const { told, invoked, ended } of history) {
    const { order } = told
    if (order?.id !== orderId) continue
    const at = events.flatMap(({ toStatus }, index) => (toStatus === order.status ? [index] : []))
    const [reached, left] = [steps[at[0] ?? -1], steps[(at.at(-1) ?? Infinity) + 1]]
    if (reached) reached.to = Math.min(reached.to, ended)
    if (left) left.from = Math.max(left.from, invoked)
    for (const [index, { kind }] of events.entries()) {
      const paid = steps[index]
      // A payment is never unpaid again.
      if (kind === 'payment_received' && paid && order.paymentStatus === 'pending')
        paid.from = Math.max(paid.from, invoked)
    }
  }
  for (const [at, step] of steps.entries()) step.from = Math.max(step.from, steps[at - 1]?.from ?? 0)
  for (let at = steps.length - 2; at >= 0; at -= 1) {
    const [step, next] = [steps[at], steps[at + 1]]
    if (step && next) step.to = Math.min(step.to, next.to)
  }
}

/** Kinds that do not ask the database, or not this one. */
const ASKS_NOTHING: readonly Operation['kind'][] = ['read-stock', 'bank-takes', 'end-hold']

/** What clients saw: levels in answers, and what acknowledgements and refusals say about levels. */
function looksOf(judged: Case): Step[] {
  const { history } = judged
  const answers = history
    .filter(({ kind, outcome }) => outcome !== 'unknown' && !ASKS_NOTHING.includes(kind))
    .map(({ ended }) => ended)
    .toSorted((one, other) => one - other)
  return history.flatMap((operation) => {
    const { invoked: from, ended: to, told } = operation
    const look: Step = { words: inWords(operation), from, to, moves: {}, sees: [], after: null }
    const looks: Step[] = []
    const { order, stock } = told
    if (order) looks.push({ ...look, sees: shownBy(order) })
    if (operation.kind === 'read-stock' && stock !== undefined) {
      const since = operation.isKept ? keptSince(from, answers) : from
      looks.push({ ...look, from: since, sees: [equal(stockOf(operation.product), stock)] })
    }
    const [only, ...more] = meaningOf(operation, judged) ?? []
    if (only && more.length > 0) looks.push({ ...look, oneOf: [only, ...more] })
    else if (only && only.length > 0) looks.push({ ...look, sees: only })
    return looks
  })
}

/** A payment that came after the cancellation makes an order paid, too, without an entry in its history. */
function shownBy({ id, status, paymentStatus }: ToldOrder): Sight[] {
  const isUnpaid = paymentStatus === 'pending' || paymentStatus === 'failed'
  const isPaid = paymentStatus === 'paid' && status !== 'cancelled'
  const payment = isUnpaid || isPaid ? [equal(paymentOf(id), Number(isPaid))] : []
  return [equal(statusOf(id), codeOf(status)), ...payment]
}

const equal = (level: string, value: number): Sight => ({ level, is: '=', value })

/** The operations about an order, in words. */
export function historyOf(orderId: string, history: readonly Operation[]): string[] {
  const own = history.filter(
    (one) => ('order' in one && one.order === orderId) || one.told.order?.id === orderId,
  )
  return own.toSorted((one, other) => one.invoked - other.invoked).map(inWords)
}

/** The operations of placing with this key, in words. */
export function historyOfKey(key: string, history: readonly Operation[]): string[] {
  return operationsOf(history, 'place')
    .filter((one) => one.key === key)
    .map(inWords)
}
