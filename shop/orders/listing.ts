/** The admin's list of orders: its filters, its rows and its address. */
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
import type { Money } from '#shop/kernel/money.ts'
import { cleanValue } from '#shop/kernel/text.ts'
import type { OrderStatus } from '#shop/orders/order.ts'
import { ORDER_STATUS_NAMES } from '#shop/orders/tracker.ts'
import { PAYMENT_METHOD_NAMES, type PaymentMethod, type PaymentStatus } from '#shop/payments/payment.ts'

/** As an owner asks about an order's money; see `paymentStateOf`. */
export const PAYMENT_STATE_NAMES = {
  paid: 'Paid',
  unpaid: 'Unpaid',
  held: 'Unpaid, stock held',
  hold_over: 'Unpaid past its hold',
  other_amount: 'Paid another amount',
  disputed: 'Disputed',
  cash_due: 'Cash due',
  refunded: 'Refunded',
}
export type PaymentState = keyof typeof PAYMENT_STATE_NAMES

const FURTHER = { any: 'Any', isFurther: true } as const

/** The filters of the admin's list of orders. */
export const ORDER_FILTERS = {
  text: searchFilter(
    'Search by order ID or customer name, phone, email, tracking or invoice number',
    'Order ID, name, business, phone, email, tracking, invoice',
  ),
  status: choiceFilter('Status', ORDER_STATUS_NAMES, { any: 'All' }),
  /** Orders with an open request of the customer. */
  isWaiting: flagFilter('Show', { param: 'waits', off: 'Every order', on: 'Needs a decision' }),
  sort: choiceFilter('Sort', { newest: 'Newest first', oldest: 'Oldest first' }, { usual: 'newest' }),
  since: dayFilter('From'),
  until: dayFilter('To'),
  payment: choiceFilter('Payment', PAYMENT_STATE_NAMES, FURTHER),
  method: choiceFilter('Method', PAYMENT_METHOD_NAMES, FURTHER),
  /** The delivery city as a whole, in any case. */
  city: textFilter('City'),
  /** A product of the order, by itself or in a mix. */
  product: pickFilter('Product', idIn, FURTHER),
  coupon: textFilter('Coupon', (text) => cleanValue(text).toUpperCase()),
  /** The kind of the open request. */
  request: choiceFilter('Request', { cancellation: 'Cancellation', refund: 'Refund' }, FURTHER),
  /** Paid and cash orders that should have been shipped by now. */
  isLate: flagFilter('Shipping', { param: 'late', off: 'Any', on: 'Late', isFurther: true }),
  hasCode: flagFilter('Code', {
    ...{ param: 'code', isFurther: true },
    ...{ off: 'Any', on: 'With a coupon or friend’s code' },
  }),
  customer: hiddenFilter(idIn),
}

export type ListingSearch = FilterValues<typeof ORDER_FILTERS> & {
  /** The order after which the page begins, or before which it ends; at most one is set. */
  after: string | null
  before: string | null
  /** The position of the page's first order, from 1. */
  from: number
}

export type ListedOrder = {
  id: string
  customerName: string
  city: string
  status: OrderStatus
  paymentStatus: PaymentStatus
  paymentMethod: PaymentMethod
  total: Money
  createdAt: Date
  trackingNumber: string | null
  carrier: string | null
  version: number
  /** Null when no card is charged. */
  holdUntil: Date | null
  isWaiting: boolean
}

/** Parses the URL's parameters; invalid values are ignored. */
export function readListing(params: URLSearchParams): ListingSearch {
  const [after, before] = [idIn(params.get('after') ?? ''), idIn(params.get('before') ?? '')]
  const from = Number(params.get('from'))
  return {
    ...readFilters(ORDER_FILTERS, params),
    after,
    before: after ? null : before,
    from: (after || before) && Number.isSafeInteger(from) && from > 0 ? from : 1,
  }
}

/** Why the list is empty, for an admin; null when there are no orders at all. */
export function emptyReason(search: ListingSearch): string | null {
  const { since, until } = search
  if (since && until && since > until)
    return 'The day in “From” is after the day in “To”, so no order can match.'
  return isNarrowed(search) ? 'No order matches this search and these filters.' : null
}

export function isNarrowed(search: ListingSearch): boolean {
  return filterQuery(ORDER_FILTERS, { ...search, sort: 'newest' }) !== ''
}

type PaidListing = Pick<ListedOrder, 'status' | 'paymentMethod' | 'paymentStatus' | 'holdUntil'>

/** Returns the state of an order's money; null for a cancelled order that was never paid. */
export function paymentStateOf(order: PaidListing, now: Date): PaymentState | null {
  const { status, paymentMethod, paymentStatus, holdUntil } = order
  if (paymentStatus === 'paid' || paymentStatus === 'refunded') return paymentStatus
  if (status === 'cancelled') return null
  if (paymentMethod === 'cod') return 'cash_due'
  if (!holdUntil) return 'unpaid'
  return paymentStatus === 'pending' && holdUntil > now ? 'held' : 'hold_over'
}

export function pageQuery(search: ListingSearch, page: { after?: string; before?: string; from: number }) {
  const place = new URLSearchParams(Object.entries(page).map(([name, value]) => [name, String(value)]))
  return [filterQuery(ORDER_FILTERS, search), place.toString()].filter(Boolean).join('&')
}
