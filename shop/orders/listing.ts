/** The filters and sorting of the admin's list of orders, as stored in its URL. */

import { isUuid } from '#shop/kernel/ids.ts'
import type { Money } from '#shop/kernel/money.ts'
import { searchText } from '#shop/kernel/text.ts'
import { ORDER_STATUSES, type OrderStatus } from '#shop/orders/order.ts'
import type { PaymentMethod, PaymentStatus } from '#shop/payments/payment.ts'

export const ORDER_SORTS = ['newest', 'oldest'] as const
export type OrderSort = (typeof ORDER_SORTS)[number]

export type ListingSearch = {
  /** As typed: the beginning of an order's id or tracking number, part of a name, a phone, email or invoice number. */
  text: string
  status: OrderStatus | null
  /** Only orders with an open request of the customer. */
  isWaiting: boolean
  /** Only the orders of this account, by its id. */
  customer: string | null
  sort: OrderSort
  /** The order after which the page begins, or before which it ends; at most one is set. */
  after: string | null
  before: string | null
  /** The position of the page's first order in the list, from 1. */
  from: number
}

/** The columns of an order in the list. */
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
  /** When the stock reserved for a card payment is released; null when no card is charged for the order. */
  holdUntil: Date | null
  /** The order has an open request of the customer. */
  isWaiting: boolean
}

/** Parses the URL's parameters; invalid values are ignored. */
export function readListing(params: URLSearchParams): ListingSearch {
  const id = (name: string) => {
    const value = params.get(name)?.toLowerCase() ?? null
    return value && isUuid(value) ? value : null
  }
  const [after, before, from] = [id('after'), id('before'), Number(params.get('from'))]
  return {
    text: searchText(params, 100),
    status: ORDER_STATUSES.find((status) => status === params.get('status')) ?? null,
    isWaiting: params.get('waits') === '1',
    customer: id('customer'),
    sort: ORDER_SORTS.find((sort) => sort === params.get('sort')) ?? 'newest',
    after,
    before: after ? null : before,
    from: (after || before) && Number.isSafeInteger(from) && from > 0 ? from : 1,
  }
}

/** Filters and sorting as a query string, without the page; '' for all orders, newest first. */
export function filterQuery({ text, status, isWaiting, customer, sort }: ListingSearch): string {
  return new URLSearchParams({
    ...(text && { q: text }),
    ...(status && { status }),
    ...(isWaiting && { waits: '1' }),
    ...(customer && { customer }),
    ...(sort !== 'newest' && { sort }),
  }).toString()
}

/**
 * The ten digits of an Indian phone number in any notation ('+91 98450 12345', '098450-12345'); null for other texts.
 */
export function phoneDigits(text: string): string | null {
  if (!/^[\d\s()+.-]+$/.test(text)) return null
  return /^(?:0{0,2}91|0)?(\d{10})$/.exec(text.replaceAll(/\D/g, ''))?.[1] ?? null
}

/** True when filters exclude some orders. */
export function isNarrowed(search: ListingSearch): boolean {
  return filterQuery({ ...search, sort: 'newest' }) !== ''
}

/** The URL of a page of the list with these filters. */
export function pageQuery(
  search: ListingSearch,
  page: { after?: string; before?: string; from: number },
): string {
  const place = new URLSearchParams(Object.entries(page).map(([name, value]) => [name, String(value)]))
  return [filterQuery(search), place.toString()].filter(Boolean).join('&')
}
