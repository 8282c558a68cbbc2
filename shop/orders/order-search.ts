import { isUuid } from '#shop/kernel/ids.ts'
import { searchText } from '#shop/kernel/text.ts'
import { ORDER_STATUSES, type OrderStatus } from '#shop/orders/order.ts'

export type OrderSearch = {
  /** A prefix of an order's id. */
  text: string
  status: OrderStatus | null
  /** The id of the previous page's last order. */
  after: string | null
}

/** Ignores invalid parameters. */
export function readOrderSearch(params: URLSearchParams): OrderSearch {
  const after = params.get('after')
  return {
    text: searchText(params.get('q') ?? '', 40),
    status: ORDER_STATUSES.find((status) => status === params.get('status')) ?? null,
    after: after && isUuid(after) ? after : null,
  }
}

export function orderSearchPath({ text, status, after }: OrderSearch): string {
  const params = new URLSearchParams({
    ...(text && { q: text }),
    ...(status && { status }),
    ...(after && { after }),
  })
  return params.size > 0 ? `/orders?${params}` : '/orders'
}

/** Returns the path of the export, which contains all pages of the list. */
export function orderExportPath({ text, status }: OrderSearch): string {
  return orderSearchPath({ text, status, after: null }).replace('/orders', '/orders/export.csv')
}

export function isNarrowed({ text, status }: OrderSearch): boolean {
  return text !== '' || status !== null
}
