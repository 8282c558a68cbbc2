import { isUuid } from '#shop/kernel/ids.ts'
import { ORDER_STATUSES, type OrderStatus } from '#shop/orders/order.ts'

/** What the list of orders was asked to show; it is the page's address. */
export type OrderSearch = {
  /** As typed: the beginning of an order's id. */
  text: string
  status: OrderStatus | null
  /** The id of the last order of the page before; null on the newest page. */
  after: string | null
}

/** Reads the address; what makes no sense in it counts as not asked. */
export function readOrderSearch(params: URLSearchParams): OrderSearch {
  const after = params.get('after')
  return {
    text: (params.get('q') ?? '').trim().slice(0, 40),
    status: ORDER_STATUSES.find((status) => status === params.get('status')) ?? null,
    after: after && isUuid(after) ? after : null,
  }
}

/** The address of a search, as '/orders?…'. */
export function orderSearchPath({ text, status, after }: OrderSearch): string {
  const params = new URLSearchParams({
    ...(text && { q: text }),
    ...(status && { status }),
    ...(after && { after }),
  })
  return params.size > 0 ? `/orders?${params}` : '/orders'
}

/** Where the orders of a search, on all its pages, can be had as a file. */
export function orderExportPath({ text, status }: OrderSearch): string {
  return orderSearchPath({ text, status, after: null }).replace('/orders', '/orders/export.csv')
}

/** True when the customer narrowed the list. */
export function isNarrowed({ text, status }: OrderSearch): boolean {
  return text !== '' || status !== null
}
