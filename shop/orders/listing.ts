import { type Day, isDay } from '#shop/kernel/day.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import type { Money } from '#shop/kernel/money.ts'
import { cleanText, cleanValue, isStorable, searchText } from '#shop/kernel/text.ts'
import { ORDER_STATUSES, type OrderStatus } from '#shop/orders/order.ts'
import { REQUEST_KINDS, type RequestKind } from '#shop/orders/request.ts'
import { PAYMENT_METHODS, type PaymentMethod, type PaymentStatus } from '#shop/payments/payment.ts'

export const ORDER_SORTS = ['newest', 'oldest'] as const
export type OrderSort = (typeof ORDER_SORTS)[number]

export const PAYMENT_STATES = [
  'paid',
  'unpaid',
  'held',
  'hold_over',
  'other_amount',
  'disputed',
  'cash_due',
  'refunded',
] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

export const PAYMENT_STATE_NAMES: Record<PaymentState, string> = {
  paid: 'Paid',
  unpaid: 'Unpaid',
  held: 'Unpaid, stock held',
  hold_over: 'Unpaid past its hold',
  other_amount: 'Paid another amount',
  disputed: 'Disputed',
  cash_due: 'Cash due',
  refunded: 'Refunded',
}

export type ListingSearch = {
  /** The beginning of an id or tracking number, words of a name, a GSTIN, phone, email or invoice number. */
  text: string
  status: OrderStatus | null
  isWaiting: boolean
  request: RequestKind | null
  /** Should have been shipped by now. */
  isLate: boolean
  /** Days in India, inclusive. */
  since: Day | null
  until: Day | null
  payment: PaymentState | null
  method: PaymentMethod | null
  city: string
  /** A product's id, ordered by itself or in a mix. */
  product: string | null
  coupon: string
  /** Has a coupon or a friend's code. */
  hasCode: boolean
  customer: string | null
  sort: OrderSort
  /** At most one of both is set. */
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
  const id = (name: string) => {
    const value = params.get(name)?.toLowerCase() ?? null
    return value && isUuid(value) ? value : null
  }
  const day = (name: string) => {
    const value = params.get(name) ?? ''
    return isDay(value) ? value : null
  }
  const word = (name: string) => {
    const value = cleanText(params.get(name) ?? '').slice(0, 60)
    return isStorable(value) ? value : ''
  }
  const [after, before, from] = [id('after'), id('before'), Number(params.get('from'))]
  return {
    text: searchText(params, 100),
    status: ORDER_STATUSES.find((status) => status === params.get('status')) ?? null,
    isWaiting: params.get('waits') === '1',
    request: REQUEST_KINDS.find((kind) => kind === params.get('request')) ?? null,
    isLate: params.get('late') === '1',
    since: day('since'),
    until: day('until'),
    payment: PAYMENT_STATES.find((state) => state === params.get('payment')) ?? null,
    method: PAYMENT_METHODS.find((method) => method === params.get('method')) ?? null,
    city: word('city'),
    product: id('product'),
    coupon: cleanValue(word('coupon')).toUpperCase(),
    hasCode: params.get('code') === '1',
    customer: id('customer'),
    sort: ORDER_SORTS.find((sort) => sort === params.get('sort')) ?? 'newest',
    after,
    before: after ? null : before,
    from: (after || before) && Number.isSafeInteger(from) && from > 0 ? from : 1,
  }
}

/** Returns filters and sorting as a query string, without the page. */
export function filterQuery(search: ListingSearch): string {
  const { text, status, isWaiting, request, isLate, customer, sort } = search
  const { since, until, payment, method, city, product, coupon, hasCode } = search
  return new URLSearchParams({
    ...(text && { q: text }),
    ...(status && { status }),
    ...(isWaiting && { waits: '1' }),
    ...(request && { request }),
    ...(isLate && { late: '1' }),
    ...(since && { since }),
    ...(until && { until }),
    ...(payment && { payment }),
    ...(method && { method }),
    ...(city && { city }),
    ...(product && { product }),
    ...(coupon && { coupon }),
    ...(hasCode && { code: '1' }),
    ...(customer && { customer }),
    ...(sort !== 'newest' && { sort }),
  }).toString()
}

/** Returns the reason for an empty list; null when there are no orders at all. */
export function emptyReason(search: ListingSearch): string | null {
  const { since, until } = search
  if (since && until && since > until)
    return 'The day in “From” is after the day in “To”, so no order can match.'
  return isNarrowed(search) ? 'No order matches this search and these filters.' : null
}

export function isNarrowed(search: ListingSearch): boolean {
  return filterQuery({ ...search, sort: 'newest' }) !== ''
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

export function pageQuery(
  search: ListingSearch,
  page: { after?: string; before?: string; from: number },
): string {
  const place = new URLSearchParams(Object.entries(page).map(([name, value]) => [name, String(value)]))
  return [filterQuery(search), place.toString()].filter(Boolean).join('&')
}
