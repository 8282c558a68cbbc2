import {
  choiceFilter,
  dayFilter,
  type FilterValues,
  filterQuery,
  flagFilter,
  hiddenFilter,
  idIn,
  pickFilter,
  readFilters,
  searchFilter,
  textFilter,
} from '#shop/kernel/filters.ts'
import { cleanValue } from '#shop/kernel/text.ts'
import { hasPaid, type Order, type PayableOrder } from '#shop/orders/order.ts'
import { ORDER_STATUS_NAMES } from '#shop/orders/tracker.ts'
import { PAYMENT_METHOD_NAMES } from '#shop/payments/payment.ts'

/** The payment filter's choices; see `paymentStateOf` and `paymentCondition`. */
export const PAYMENT_STATE_NAMES = {
  paid: 'Paid',
  unpaid: 'Unpaid',
  held: 'Unpaid, stock held',
  hold_over: 'Unpaid past its hold',
  other_amount: 'Paid another amount',
  disputed: 'Disputed',
  cash_due: 'Cash due',
  collected: 'Cash with the courier',
  refunded: 'Refunded',
  written_off: 'Written off',
}
export type PaymentState = keyof typeof PAYMENT_STATE_NAMES

const FURTHER = { any: 'Any', isFurther: true } as const

export const ORDER_FILTERS = {
  text: searchFilter(
    'Search by order ID or customer name, phone, email, tracking or invoice number',
    'Order ID, name, business, phone, email, tracking, invoice',
  ),
  status: choiceFilter('Status', ORDER_STATUS_NAMES, { any: 'All' }),
  isWaiting: flagFilter('Show', { param: 'waits', off: 'Every order', on: 'Needs a decision' }),
  sort: choiceFilter('Sort', { newest: 'Newest first', oldest: 'Oldest first' }, { default: 'newest' }),
  since: dayFilter('From'),
  until: dayFilter('To'),
  payment: choiceFilter('Payment', PAYMENT_STATE_NAMES, FURTHER),
  method: choiceFilter('Method', PAYMENT_METHOD_NAMES, FURTHER),
  /** The full name of the delivery city; case is ignored. */
  city: textFilter('City'),
  /** Orders with this product, by itself or in a mix. */
  product: pickFilter('Product', idIn, FURTHER),
  coupon: textFilter('Coupon', (text) => cleanValue(text).toUpperCase()),
  request: choiceFilter('Request', { cancellation: 'Cancellation', refund: 'Refund' }, FURTHER),
  isLate: flagFilter('Shipping', { param: 'late', off: 'Any', on: 'Late', isFurther: true }),
  hasCode: flagFilter('Code', {
    ...{ param: 'code', isFurther: true },
    ...{ off: 'Any', on: 'With a coupon or friend’s code' },
  }),
  customer: hiddenFilter(idIn),
}

export type ListingSearch = FilterValues<typeof ORDER_FILTERS> & {
  /** The page begins after the order `after` or ends before the order `before`; at most one is set. */
  after: string | null
  before: string | null
  /** The position of the page's first order, from 1. */
  from: number
}

type ListedFacts =
  | 'id'
  | 'isWrittenOff'
  | 'customerName'
  | 'total'
  | 'createdAt'
  | 'trackingNumber'
  | 'carrier'
  | 'version'

/** `holdUntil`: null for an order without a card payment. */
export type ListedOrder = PayableOrder &
  Pick<Order, ListedFacts> & { city: string; holdUntil: Date | null; isWaiting: boolean }

export function readListing(params: URLSearchParams): ListingSearch {
  const [after, nextId] = [idIn(params.get('after') ?? ''), idIn(params.get('before') ?? '')]
  const from = Number(params.get('from'))
  return {
    ...readFilters(ORDER_FILTERS, params),
    after,
    before: after ? null : nextId,
    from: (after || nextId) && Number.isSafeInteger(from) && from > 0 ? from : 1,
  }
}

/** Tells the admin why the list is empty; null when there are no orders at all. */
export function emptyReason(search: ListingSearch): string | null {
  const { since, until } = search
  if (since && until && since > until)
    return 'The day in “From” is after the day in “To”, so no order can match.'
  return isNarrowed(search) ? 'No order matches this search and these filters.' : null
}

export function isNarrowed(search: ListingSearch): boolean {
  return filterQuery(ORDER_FILTERS, { ...search, sort: 'newest' }) !== ''
}

type ListedPayment = Pick<
  ListedOrder,
  'status' | 'paymentMethod' | 'paymentStatus' | 'isWrittenOff' | 'holdUntil'
>

/** Returns the state of an order's money; null for a cancelled order that was never paid. */
export function paymentStateOf(order: ListedPayment, now: Date): PaymentState | null {
  const { status, paymentMethod, paymentStatus, holdUntil } = order
  if (order.isWrittenOff) return 'written_off'
  if (hasPaid(paymentStatus) || paymentStatus === 'refunded') return paymentStatus
  if (status === 'cancelled') return null
  if (paymentMethod === 'cod') return 'cash_due'
  if (!holdUntil) return 'unpaid'
  return paymentStatus === 'pending' && holdUntil > now ? 'held' : 'hold_over'
}

export function pageQuery(search: ListingSearch, page: { after?: string; before?: string; from: number }) {
  const position = new URLSearchParams(Object.entries(page).map(([name, value]) => [name, String(value)]))
  return [filterQuery(ORDER_FILTERS, search), position.toString()].filter(Boolean).join('&')
}
