/** The states of the model in which a response is allowed. */
import type { CheckerInput } from '#lab/checker/case.ts'
import type { Invocation, Operation } from '#lab/checker/history.ts'
import type { Condition } from '#lab/checker/linearization.ts'
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

/** The response is allowed in a state in which one of these lists holds completely; null: in no state. */
type Preconditions = readonly (readonly Condition[])[] | null

/** Allows the response in any state. */
const ANY_STATE: Preconditions = [[]]

type Of<Kind extends Invocation['kind']> = Extract<Operation, { kind: Kind }>
type PreconditionTable = {
  [Kind in Invocation['kind']]: Record<string, (operation: Of<Kind>, input: CheckerInput) => Preconditions>
}

const condition = (variable: string, is: Condition['is'], value: number): Condition => ({
  variable,
  is,
  value,
})
const isAt = (order: string, status: string) => condition(statusOf(order), '=', codeOf(status))
const isBefore = (order: string, status: string) => condition(statusOf(order), '<', codeOf(status))
const isUnpaid = (order: string) => condition(paymentOf(order), '=', 0)
const isPaid = (order: string) => condition(paymentOf(order), '>=', 1)

/** Refusals by kind of operation. A refusal that is missing here is a violation. */
const REFUSALS: PreconditionTable = {
  place: {
    // Any of the products may be out of stock.
    out_of_stock: ({ lines }) => lines.map(({ product, units }) => [condition(stockOf(product), '<', units)]),
    coupon_used_up: ({ coupon: requested }, { world: { coupon } }) =>
      coupon && requested ? [[condition(usesOf(coupon.id), '>=', coupon.maxUses)]] : null,
    coupon_already_used: ({ coupon: requested, account }, { world: { coupon } }) =>
      coupon && requested && account
        ? [[condition(usesBy(coupon.id, account), '>=', coupon.maxUsesPerCustomer)]]
        : null,
    too_many_open_orders: ({ account }, { maxUnpaidOrders }) =>
      account === null ? null : [[condition(unpaidOf(account), '>=', maxUnpaidOrders)]],
    idempotency_key_reused: ({ account, key }, { tables }) => {
      const row = tables.orders.find((order) => order.userId === account && order.idempotencyKey === key)
      // An unused key is reported by `keys` of rules.ts.
      return row ? [[condition(statusOf(row.id), '>=', codeOf('pending'))]] : ANY_STATE
    },
  },
  'read-stock': {},
  'read-order': { order_not_found: () => ANY_STATE },
  'list-orders': {},
  cancel: {
    not_cancellable: ({ order }) => [[isAt(order, 'delivered')]],
    payment_confirming: whileConfirming,
  },
  'set-status': {
    out_of_stock: ({ order }, { tables }) =>
      tables.lines.flatMap(({ orderId, productId, quantity }) =>
        orderId === order && productId
          ? [[isAt(order, 'cancelled'), condition(stockOf(productId), '<', quantity)]]
          : [],
      ),
    coupon_taken: ({ order }, { tables, world: { coupon } }) => {
      const row = tables.orders.find(({ id }) => id === order)
      if (!coupon || row?.couponId !== coupon.id) return null
      return [
        [isAt(order, 'cancelled'), condition(usesOf(coupon.id), '>=', coupon.maxUses)],
        [isAt(order, 'cancelled'), condition(usesBy(coupon.id, row.userId), '>=', coupon.maxUsesPerCustomer)],
      ]
    },
    order_unpaid: ({ order }, input) => (isByCard(order, input) ? [[isUnpaid(order)]] : null),
    payment_returned: ({ order }, { tables }) =>
      tables.refunds.some(({ orderId }) => orderId === order) ? [[isAt(order, 'cancelled')]] : null,
  },
  'open-payment': {
    not_payable: (operation, input) => {
      const { order } = operation
      if (!isByCard(order, input) || isHoldOver(operation, input)) return ANY_STATE
      return [[isAt(order, 'cancelled')], [isPaid(order)]]
    },
    payment_confirming: whileConfirming,
  },
  'bank-captures': {},
  'verify-payment': {},
  webhook: {},
  'end-hold': {},
  'request-refund': {
    not_delivered: ({ order }) => [[isBefore(order, 'delivered')], [isAt(order, 'cancelled')]],
    refund_granted: ({ order }) => [[condition(grantsOf(order), '>=', 1)]],
  },
  'approve-refund': {
    no_open_request: ({ order }) => [[condition(refundRequestOf(order), '=', 0)]],
    // Cash is no longer collected after staff set a delivered order back to shipped.
    wrong_amount: ({ order }) => [[isUnpaid(order)]],
  },
  // A job issues it after the payment or the shipment.
  invoice: { not_invoiced_yet: () => ANY_STATE },
}

/** Conditions of an acknowledgement, besides those of the order that it returns. */
const ACKNOWLEDGEMENTS: Partial<PreconditionTable> = {
  cancel: {
    ok: ({ order }) => [[isAt(order, 'cancelled')], [condition(cancellationRequestOf(order), '>=', 1)]],
  },
  'set-status': { ok: ({ order, to }) => [[isAt(order, to)]] },
  'open-payment': { ok: ({ order }) => [[isAt(order, 'pending'), isUnpaid(order)]] },
  'request-refund': { ok: ({ order }) => [[condition(refundRequestOf(order), '>=', 1)]] },
  'approve-refund': { ok: ({ order }) => [[condition(grantsOf(order), '>=', 1)]] },
  invoice: {
    ok: ({ order }, { tables }) => [
      [isAt(order, 'shipped')],
      [isAt(order, 'delivered')],
      [isBefore(order, 'cancelled'), isPaid(order)],
      // An invoice issued before the cancellation can still be read.
      ...(tables.invoices.some(({ orderId }) => orderId === order) ? [[isAt(order, 'cancelled')]] : []),
    ],
  },
}

/** Returns the conditions of a response, besides the values that it returns. An unknown outcome has none. */
export function preconditionsOf(operation: Operation, input: CheckerInput): Preconditions {
  const { outcome, response, kind } = operation
  if (outcome === 'unknown') return ANY_STATE
  if (outcome === 'refused' && response.reason === 'too_many_requests')
    return isAboveLimit(operation, input) ? ANY_STATE : null
  const table = outcome === 'ok' ? ACKNOWLEDGEMENTS[kind] : REFUSALS[kind]
  const preconditions = table?.[outcome === 'ok' ? 'ok' : (response.reason ?? '')] as
    | ((operation: Operation, input: CheckerInput) => Preconditions)
    | undefined
  if (preconditions) return preconditions(operation, input)
  return outcome === 'ok' ? ANY_STATE : null
}

function isByCard(order: string, { tables }: CheckerInput): boolean {
  return tables.orders.some(({ id, paymentMethod }) => id === order && paymentMethod === 'card')
}

/** A payment is being confirmed only after a browser returned from the bank. */
function whileConfirming(operation: Of<'cancel' | 'open-payment'>, { history }: CheckerInput): Preconditions {
  const { order, completedAt } = operation
  const isTried = history.some(
    (other) => other.kind === 'verify-payment' && other.order === order && other.invokedAt < completedAt,
  )
  return isTried ? [[isAt(order, 'pending'), isUnpaid(order)]] : null
}

/** The shop releases an unpaid order after this time; clients also end holds earlier. */
export const HOLD_MS = 15 * 60_000

function isHoldOver({ order, completedAt }: Of<'open-payment'>, { history }: CheckerInput): boolean {
  return history.some((operation) => {
    if (operation.kind === 'end-hold') return operation.order === order && operation.invokedAt < completedAt
    return (
      operation.kind === 'place' &&
      operation.response.order?.id === order &&
      completedAt - operation.invokedAt > HOLD_MS
    )
  })
}

/** Rate limits without a setting, counted by account. */
const LIMITS: { kinds: Invocation['kind'][]; max: number; seconds: number }[] = [
  { kinds: ['invoice'], max: 60, seconds: 60 },
  { kinds: ['open-payment', 'verify-payment'], max: 60, seconds: 600 },
]

function isAboveLimit(
  { kind, account, invokedAt, completedAt }: Operation,
  { history }: CheckerInput,
): boolean {
  return LIMITS.some(({ kinds, max, seconds }) => {
    const counted = history.filter(
      (operation) =>
        operation.account === account &&
        kinds.includes(operation.kind) &&
        operation.invokedAt <= completedAt &&
        operation.completedAt >= invokedAt - seconds * 1_000,
    )
    return kinds.includes(kind) && counted.length > max
  })
}

/** Maximum age of stock from a page cache or replica, not counting times when the shop does not respond. */
const MAX_AGE_MS = 5_000
/** The shop counts as unavailable after this time without a response. */
const SILENCE_MS = 1_000

/**
 * Returns the earliest time at which a stale read may have been true. While the database is unavailable nothing
 * changes, but cached pages are served. `responseTimes`: times of responses that needed the database, ascending.
 */
export function earliestReadTime(invokedAt: number, responseTimes: readonly number[]): number {
  let earliest = invokedAt
  let remainingMs = MAX_AGE_MS
  for (const time of responseTimes.filter((earlier) => earlier < invokedAt).reverse()) {
    if (remainingMs <= 0) return earliest
    remainingMs -= Math.min(earliest - time, SILENCE_MS)
    earliest = time
  }
  return 0
}
