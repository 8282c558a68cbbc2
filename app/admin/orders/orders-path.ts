import { DASHBOARD } from '#app/admin/tabs.ts'

export const ORDERS = `${DASHBOARD}/orders`

/** The list at this query, as '/admin/dashboard/orders?…'. */
export function ordersPath(query: string): string {
  return query ? `${ORDERS}?${query}` : ORDERS
}
