/** What answers say: the state in which an order, a product, a coupon or an account must have been to give them. */
import type { Case } from '#lab/checker/case.ts'
import type { Asked, Operation } from '#lab/checker/history.ts'
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
import type { Sight } from '#lab/checker/one-order.ts'

/** An answer is right at a moment at which all sights of one of these lists hold; null: at none. */
type Meaning = readonly (readonly Sight[])[] | null

/** Levels say nothing about it. */
const ANYTHING: Meaning = [[]]

type Of<Kind extends Asked['kind']> = Extract<Operation, { kind: Kind }>
type Meanings = {
  [Kind in Asked['kind']]: Record<string, (operation: Of<Kind>, judged: Case) => Meaning>
}

const sight = (level: string, is: Sight['is'], value: number): Sight => ({ level, is, value })
const isAt = (order: string, status: string) => sight(statusOf(order), '=', codeOf(status))
const isBefore = (order: string, status: string) => sight(statusOf(order), '<', codeOf(status))
const isUnpaid = (order: string) => sight(paymentOf(order), '=', 0)
const isPaid = (order: string) => sight(paymentOf(order), '>=', 1)

/** The right refusals of each kind. */
const REFUSALS: Meanings = {
  place: {
    // Of several products any may be the missing one.
    out_of_stock: ({ lines }) => lines.map(({ product, units }) => [sight(stockOf(product), '<', units)]),
    coupon_used_up: ({ coupon: wanted }, { world: { coupon } }) =>
      coupon && wanted ? [[sight(usesOf(coupon.id), '>=', coupon.maxUses)]] : null,
    coupon_already_used: ({ coupon: wanted, account }, { world: { coupon } }) =>
      coupon && wanted && account
        ? [[sight(usesBy(coupon.id, account), '>=', coupon.maxUsesPerCustomer)]]
        : null,
    too_many_open_orders: ({ account }, { mostUnpaid }) =>
      account === null ? null : [[sight(unpaidOf(account), '>=', mostUnpaid)]],
    idempotency_key_reused: ({ account, key }, { tables }) => {
      const row = tables.orders.find((one) => one.userId === account && one.idempotencyKey === key)
      // That no order has the key is a violation of its own.
      return row ? [[sight(statusOf(row.id), '>=', codeOf('pending'))]] : ANYTHING
    },
  },
  'read-stock': {},
  'read-order': { order_not_found: () => ANYTHING },
  'list-orders': {},
  cancel: {
    not_cancellable: ({ order }) => [[isAt(order, 'delivered')]],
    payment_confirming: whileConfirming,
  },
  move: {
    out_of_stock: ({ order }, { tables }) =>
      tables.lines.flatMap(({ orderId, productId, quantity }) =>
        orderId === order && productId
          ? [[isAt(order, 'cancelled'), sight(stockOf(productId), '<', quantity)]]
          : [],
      ),
    coupon_taken: ({ order }, { tables, world: { coupon } }) => {
      const row = tables.orders.find(({ id }) => id === order)
      if (!coupon || row?.couponId !== coupon.id) return null
      return [
        [isAt(order, 'cancelled'), sight(usesOf(coupon.id), '>=', coupon.maxUses)],
        [isAt(order, 'cancelled'), sight(usesBy(coupon.id, row.userId), '>=', coupon.maxUsesPerCustomer)],
      ]
    },
    order_unpaid: ({ order }, judged) => (isByCard(order, judged) ? [[isUnpaid(order)]] : null),
    payment_returned: ({ order }, { tables }) =>
      tables.refunds.some(({ orderId }) => orderId === order) ? [[isAt(order, 'cancelled')]] : null,
  },
  'open-payment': {
    not_payable: (one, judged) => {
      const { order } = one
      if (!isByCard(order, judged) || isHoldOver(one, judged)) return ANYTHING
      return [[isAt(order, 'cancelled')], [isPaid(order)]]
    },
    payment_confirming: whileConfirming,
  },
  'bank-takes': {},
  prove: {},
  webhook: {},
  'end-hold': {},
  'ask-refund': {
    not_delivered: ({ order }) => [[isBefore(order, 'delivered')], [isAt(order, 'cancelled')]],
    refund_granted: ({ order }) => [[sight(grantsOf(order), '>=', 1)]],
  },
  'grant-refund': {
    no_open_request: ({ order }) => [[sight(refundRequestOf(order), '=', 0)]],
  },
  invoice: {
    not_invoiced_yet: ({ order }) => [
      [isBefore(order, 'shipped'), isUnpaid(order)],
      [isAt(order, 'cancelled')],
    ],
  },
}

/** What each kind does or finds when it is acknowledged, apart from an order that the answer shows. */
const DONE: Partial<Meanings> = {
  cancel: {
    ok: ({ order }) => [[isAt(order, 'cancelled')], [sight(cancellationRequestOf(order), '>=', 1)]],
  },
  move: { ok: ({ order, to }) => [[isAt(order, to)]] },
  'open-payment': { ok: ({ order }) => [[isAt(order, 'pending'), isUnpaid(order)]] },
  'ask-refund': { ok: ({ order }) => [[sight(refundRequestOf(order), '>=', 1)]] },
  'grant-refund': { ok: ({ order }) => [[sight(grantsOf(order), '>=', 1)]] },
  invoice: {
    ok: ({ order }, { tables }) => [
      [isAt(order, 'shipped')],
      [isAt(order, 'delivered')],
      [isBefore(order, 'cancelled'), isPaid(order)],
      // An earlier one can still be read.
      ...(tables.invoices.some(({ orderId }) => orderId === order) ? [[isAt(order, 'cancelled')]] : []),
    ],
  },
}

/** What an answer says besides what it shows; an unclear one says nothing. */
export function meaningOf(operation: Operation, judged: Case): Meaning {
  const { outcome, told, kind } = operation
  if (outcome === 'unknown') return ANYTHING
  if (outcome === 'refused' && told.reason === 'too_many_requests')
    return isAboveLimit(operation, judged) ? ANYTHING : null
  const meanings = outcome === 'ok' ? DONE[kind] : REFUSALS[kind]
  const meaning = meanings?.[outcome === 'ok' ? 'ok' : (told.reason ?? '')] as
    | ((operation: Operation, judged: Case) => Meaning)
    | undefined
  if (meaning) return meaning(operation, judged)
  return outcome === 'ok' ? ANYTHING : null
}

function isByCard(order: string, { tables }: Case): boolean {
  return tables.orders.some(({ id, paymentMethod }) => id === order && paymentMethod === 'card')
}

/** A payment of unknown outcome is under way only once a browser has returned with its proof. */
function whileConfirming(one: Of<'cancel' | 'open-payment'>, { history }: Case): Meaning {
  const { order, ended } = one
  const isTried = history.some(
    (other) => other.kind === 'prove' && other.order === order && other.invoked < ended,
  )
  return isTried ? [[isAt(order, 'pending'), isUnpaid(order)]] : null
}

/** An unpaid order may be released by the shop's own clock after this long: shorter runs end holds themselves. */
export const HOLD_MS = 15 * 60_000

function isHoldOver({ order, ended }: Of<'open-payment'>, { history }: Case): boolean {
  return history.some((one) => {
    if (one.kind === 'end-hold') return one.order === order && one.invoked < ended
    return one.kind === 'place' && one.told.order?.id === order && ended - one.invoked > HOLD_MS
  })
}

/** The limits of rates that no setting lifts, each counted by account. */
const LIMITS: { kinds: Asked['kind'][]; max: number; seconds: number }[] = [
  { kinds: ['invoice'], max: 60, seconds: 60 },
  { kinds: ['open-payment', 'prove'], max: 60, seconds: 600 },
]

function isAboveLimit({ kind, account, invoked, ended }: Operation, { history }: Case): boolean {
  return LIMITS.some(({ kinds, max, seconds }) => {
    const counted = history.filter(
      (one) =>
        one.account === account &&
        kinds.includes(one.kind) &&
        one.invoked <= ended &&
        one.ended >= invoked - seconds * 1_000,
    )
    return kinds.includes(kind) && counted.length > max
  })
}

/** A look at stock that was kept, or read from a replica, may be this old; time in which the shop did nothing apart. */
const MAX_AGE_MS = 5_000
/** Longer without an answer, and the shop is away. */
const SILENCE_MS = 1_000

/**
 * Since when a kept look at stock may have been true. While the database is away nothing changes, and pages go on
 * being answered. `answers`: when the shop answered what asks the database, the earliest first.
 */
export function keptSince(asked: number, answers: readonly number[]): number {
  let since = asked
  let left = MAX_AGE_MS
  for (const answer of answers.filter((time) => time < asked).reverse()) {
    if (left <= 0) return since
    left -= Math.min(since - answer, SILENCE_MS)
    since = answer
  }
  return 0
}
