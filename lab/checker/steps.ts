/** Turns the tables' events and the clients' responses into the steps that `linearize` puts in an order. */

import type { CheckerInput, Violation } from '#lab/checker/case.ts'
import {
  describeOperation,
  type Operation,
  operationsOf,
  type ResponseOrder,
  short,
} from '#lab/checker/history.ts'
import type { Condition, Model, Step } from '#lab/checker/linearization.ts'
import { earliestReadTime, HOLD_MS, preconditionsOf } from '#lab/checker/preconditions.ts'
import type { Tables } from '#lab/checker/tables.ts'
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
} from '#lab/checker/variables.ts'

type Order = Tables['orders'][number]
type Event = Tables['events'][number]

/** Returns initial stock, and bounds of stock and coupon uses. */
export function modelOf({ world: { products, coupon, customers } }: CheckerInput): Model {
  return {
    initial: Object.fromEntries(products.map(({ id, stock }) => [stockOf(id), stock])),
    min: Object.fromEntries(products.map(({ id }) => [stockOf(id), 0])),
    max: coupon
      ? {
          [usesOf(coupon.id)]: coupon.maxUses,
          ...Object.fromEntries(
            customers.map(({ id }) => [usesBy(coupon.id, id), coupon.maxUsesPerCustomer]),
          ),
        }
      : {},
  }
}

/** Returns all steps. Violations are events without a causing operation in the history. */
export function stepsOf(input: CheckerInput): { steps: Step[]; violations: Violation[] } {
  const violations: Violation[] = []
  const accounts = new Set(input.world.customers.map(({ id }) => id))
  const orders = input.tables.orders.filter(({ userId }) => accounts.has(userId))
  const changes = orders.flatMap((order) => {
    const changesOfOrder = changesOf(order, input)
    violations.push(...changesOfOrder.violations)
    return changesOfOrder.steps
  })
  return { steps: [...changes, ...readsOf(input)], violations }
}

/** Effects of events that open or decide a request. */
const REQUEST_EFFECTS: Record<string, (order: string) => Record<string, number>> = {
  refund_requested: (order) => ({ [refundRequestOf(order)]: 1 }),
  refund_approved: (order) => ({ [refundRequestOf(order)]: -1, [grantsOf(order)]: 1 }),
  refund_declined: (order) => ({ [refundRequestOf(order)]: -1 }),
  cancellation_requested: (order) => ({ [cancellationRequestOf(order)]: 1 }),
  cancellation_declined: (order) => ({ [cancellationRequestOf(order)]: -1 }),
}
const EVENT_KINDS = ['status', 'payment_received', ...Object.keys(REQUEST_EFFECTS)]

/** Returns one step for each event of an order that changes status, payment or a request. */
function changesOf(order: Order, input: CheckerInput): { steps: Step[]; violations: Violation[] } {
  const { history, tables } = input
  const violations: Violation[] = []
  const steps: Step[] = []
  const events = tables.events.filter(
    ({ orderId, kind }) => orderId === order.id && EVENT_KINDS.includes(kind),
  )
  const orderUnits = unitsOf(order.id, tables)
  let isPaid = false
  let isOpen = false
  let isRefundGranted = false
  let cancellationRequests = 0
  for (const event of events) {
    const cause = causeOf(event, order, input)
    if (cause === null) {
      const what = `became ${event.toStatus} (${event.kind}) without an operation`
      violations.push({ about: statusOf(order.id), what, evidence: describeOrderHistory(order.id, history) })
    }
    const wasPaid = isPaid
    // When staff revoke a delivery, a cash order without a refund waits for its cash again.
    if (event.kind === 'status' && event.fromStatus === 'delivered' && event.toStatus !== 'cancelled')
      isPaid &&= order.paymentMethod === 'card' || isRefundGranted
    isRefundGranted ||= event.kind === 'refund_approved'
    isPaid ||=
      event.kind === 'payment_received' ||
      (order.paymentMethod === 'cod' ? event.toStatus === 'delivered' : order.total === 0)
    const wasOpen = isOpen
    isOpen = !isPaid && event.toStatus !== 'cancelled' && event.toStatus !== 'delivered'
    const stock = stockEffectOf(event)
    const effects: Record<string, number> = {
      [statusOf(order.id)]: codeOf(event.toStatus) - codeOf(event.fromStatus),
      [unpaidOf(order.userId)]: Number(isOpen) - Number(wasOpen),
      [paymentOf(order.id)]: Number(isPaid) - Number(wasPaid),
      ...REQUEST_EFFECTS[event.kind]?.(order.id),
    }
    // A cancellation closes open cancellation requests without an event.
    if (event.kind === 'status' && event.toStatus === 'cancelled')
      effects[cancellationRequestOf(order.id)] = -cancellationRequests
    cancellationRequests += effects[cancellationRequestOf(order.id)] ?? 0
    if (stock !== 0) {
      for (const [product, units] of orderUnits) effects[stockOf(product)] = -stock * units
      if (order.couponId) {
        effects[usesOf(order.couponId)] = stock
        effects[usesBy(order.couponId, order.userId)] = stock
      }
    }
    const isPlacing = event.fromStatus === null
    // The limit is checked only for new orders, not for reopened orders.
    const isLimited = isPlacing && order.total > 0
    const room: Condition = { variable: unpaidOf(order.userId), is: '<', value: input.maxUnpaidOrders }
    const precondition: Condition = { variable: statusOf(order.id), is: '=', value: codeOf(event.fromStatus) }
    steps.push({
      description: `order ${short(order.id)} ${event.kind === 'status' ? `becomes ${event.toStatus}` : event.kind} in the tables`,
      from: Math.max(cause ?? 0, steps.at(-1)?.from ?? 0),
      to: isPlacing ? acknowledgedAt(order, history) : Infinity,
      effects: Object.fromEntries(Object.entries(effects).filter(([, by]) => by !== 0)),
      conditions: [precondition, ...(isLimited ? [room] : [])],
      after: steps.at(-1) ?? null,
    })
  }
  narrowTimes(steps, events, order.id, history)
  return { steps, violations }
}

/** Returns 1 if the event takes the order's units and coupon, -1 if it returns them, else 0. */
export function stockEffectOf({
  kind,
  fromStatus,
  toStatus,
}: Pick<Event, 'kind' | 'fromStatus' | 'toStatus'>): number {
  if (kind !== 'status') return 0
  const had = fromStatus !== null && fromStatus !== 'cancelled'
  return Number(toStatus !== 'cancelled') - Number(had)
}

export function unitsOf(orderId: string, { lines }: Pick<Tables, 'lines'>): Map<string, number> {
  const units = new Map<string, number>()
  for (const { productId, quantity } of lines.filter((line) => line.orderId === orderId))
    if (productId) units.set(productId, (units.get(productId) ?? 0) + quantity)
  return units
}

/** Returns the invocation time of the first operation that may have caused the event, or null. */
function causeOf(event: Event, order: Order, { history, world }: CheckerInput): number | null {
  const onOrder = history.filter((operation) => 'order' in operation && operation.order === order.id)
  const first = (fits: (operation: Operation) => boolean, operations = onOrder) => {
    const times = operations.filter(fits).map(({ invokedAt }) => invokedAt)
    return times.length > 0 ? Math.min(...times) : null
  }
  const placed = first(
    (operation) =>
      operation.kind === 'place' &&
      operation.account === order.userId &&
      operation.key === order.idempotencyKey,
    [...history],
  )
  if (event.fromStatus === null) return placed
  if (event.kind === 'payment_received') return first(({ kind }) => kind === 'bank-captures')
  if (event.kind === 'refund_requested') return first(({ kind }) => kind === 'request-refund')
  if (event.kind === 'refund_approved' && event.toStatus !== 'cancelled')
    return first(({ kind }) => kind === 'approve-refund')
  if (event.actorId === order.userId) return first(({ kind }) => kind === 'cancel')
  if (event.actorId === world.admin?.id)
    return first((operation) => operation.kind === 'set-status' && operation.to === event.toStatus)
  if (event.actorId !== null) return null
  if (event.toStatus !== 'cancelled') return first(({ kind }) => kind === 'bank-captures')
  const last = Math.max(...history.map(({ completedAt }) => completedAt))
  const isOld = placed !== null && last - placed > HOLD_MS
  return first(({ kind }) => kind === 'end-hold') ?? (isOld ? placed : null)
}

/** Returns the time of the first acknowledgement. */
function acknowledgedAt({ id }: Order, history: readonly Operation[]): number {
  const responses = history.filter(
    (operation) => operation.outcome === 'ok' && operation.response.order?.id === id,
  )
  return Math.min(Infinity, ...responses.map(({ completedAt }) => completedAt))
}

/**
 * Narrows the times of an order's steps by the status in each response: the first step to that status came before
 * the response, and the step that follows the last step to that status came after the invocation.
 */
function narrowTimes(
  steps: Step[],
  events: readonly Event[],
  orderId: string,
  history: readonly Operation[],
): void {
  for (const { response, invokedAt, completedAt } of history) {
    const { order } = response
    if (order?.id !== orderId) continue
    const at = events.flatMap(({ toStatus }, index) => (toStatus === order.status ? [index] : []))
    const [entering, leaving] = [steps[at[0] ?? -1], steps[(at.at(-1) ?? Infinity) + 1]]
    if (entering) entering.to = Math.min(entering.to, completedAt)
    if (leaving) leaving.from = Math.max(leaving.from, invokedAt)
    for (const [index, { kind }] of events.entries()) {
      const payment = steps[index]
      // A payment that the provider reported never becomes pending again.
      if (kind === 'payment_received' && payment && order.paymentStatus === 'pending')
        payment.from = Math.max(payment.from, invokedAt)
    }
  }
  for (const [at, step] of steps.entries()) step.from = Math.max(step.from, steps[at - 1]?.from ?? 0)
  for (let at = steps.length - 2; at >= 0; at -= 1) {
    const [step, next] = [steps[at], steps[at + 1]]
    if (step && next) step.to = Math.min(step.to, next.to)
  }
}

/** Kinds whose response does not need the primary database. */
const WITHOUT_PRIMARY: readonly Operation['kind'][] = ['read-stock', 'bank-captures', 'end-hold']

/** Returns the reads behind each response: of the values in it, and of the preconditions of its outcome. */
function readsOf(input: CheckerInput): Step[] {
  const { history } = input
  const responseTimes = history
    .filter(({ kind, outcome }) => outcome !== 'unknown' && !WITHOUT_PRIMARY.includes(kind))
    .map(({ completedAt }) => completedAt)
    .toSorted((a, b) => a - b)
  return history.flatMap((operation) => {
    const { invokedAt: from, completedAt: to, response } = operation
    const read: Step = {
      description: describeOperation(operation),
      from,
      to,
      effects: {},
      conditions: [],
      after: null,
    }
    const reads: Step[] = []
    const { order, stock } = response
    if (order) reads.push({ ...read, conditions: conditionsShownBy(order) })
    if (operation.kind === 'read-stock' && stock !== undefined) {
      const earliest = operation.mayBeStale ? earliestReadTime(from, responseTimes) : from
      reads.push({ ...read, from: earliest, conditions: [equal(stockOf(operation.product), stock)] })
    }
    const [only, ...more] = preconditionsOf(operation, input) ?? []
    if (only && more.length > 0) reads.push({ ...read, anyOf: [only, ...more] })
    else if (only && only.length > 0) reads.push({ ...read, conditions: only })
    return reads
  })
}

/** The payment status of a paid, cancelled order is not compared: a late payment sets it without an event. */
function conditionsShownBy({ id, status, paymentStatus }: ResponseOrder): Condition[] {
  const isUnpaid = paymentStatus === 'pending' || paymentStatus === 'failed'
  const isPaid = ['collected', 'paid'].includes(paymentStatus) && status !== 'cancelled'
  const payment = isUnpaid || isPaid ? [equal(paymentOf(id), Number(isPaid))] : []
  return [equal(statusOf(id), codeOf(status)), ...payment]
}

const equal = (variable: string, value: number): Condition => ({ variable, is: '=', value })

export function describeOrderHistory(orderId: string, history: readonly Operation[]): string[] {
  const own = history.filter(
    (operation) =>
      ('order' in operation && operation.order === orderId) || operation.response.order?.id === orderId,
  )
  return own.toSorted((a, b) => a.invokedAt - b.invokedAt).map(describeOperation)
}

export function describeKeyHistory(key: string, history: readonly Operation[]): string[] {
  return operationsOf(history, 'place')
    .filter((operation) => operation.key === key)
    .map(describeOperation)
}
