import { isUuid } from '#shop/kernel/ids.ts'
import { searchText } from '#shop/kernel/text.ts'
import { ORDER_STATUSES, type OrderStatus } from '#shop/orders/order.ts'

/** The search of the customer's list of orders, as stored in its URL. */
export type OrderSearch = {
  /** As typed: the beginning of an order's id. */
  text: string
  status: OrderStatus | null
  /** The id of the previous page's last order; null on the first page. */
  after: string | null
}

/** Parses the URL's parameters; invalid values are ignored. */
export function readOrderSearch(params: URLSearchParams): OrderSearch {
  const after = params.get('after')
  return {
    text: searchText(params, 40),
    status: ORDER_STATUSES.find((status) => status === params.get('status')) ?? null,
    after: after && isUuid(after) ? after : null,
  }
}

/** The URL of a search: '/orders?…'. */
export function orderSearchPath({ text, status, after }: OrderSearch): string {
  const params = new URLSearchParams({
    ...(text && { q: text }),
    ...(status && { status }),
    ...(after && { after }),
  })
  return params.size > 0 ? `/orders?${params}` : '/orders'
}

/** The URL of a search's export, which contains all pages. */
export function orderExportPath({ text, status }: OrderSearch): string {
  return orderSearchPath({ text, status, after: null }).replace('/orders', '/orders/export.csv')
}

/** True when the list is filtered. */
export function isNarrowed({ text, status }: OrderSearch): boolean {
  return text !== '' || status !== null
}
