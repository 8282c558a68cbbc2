/** Names of the levels that steps move and answers show. Those of an order, a product, a coupon or an account end with its id. */
import { short } from '#lab/checker/history.ts'

/** 0 is an order that is not placed yet. */
const CODES: Record<string, number> = { pending: 1, processing: 2, shipped: 3, delivered: 4, cancelled: 5 }
/** The level of an order that has this status. */
export const codeOf = (status: string | null) => (status === null ? 0 : (CODES[status] ?? Number.NaN))

export const stockOf = (product: string) => `stock of ${short(product)}`
export const usesOf = (coupon: string) => `uses of ${short(coupon)}`
export const usesBy = (coupon: string, account: string) => `uses of ${short(coupon)} by ${short(account)}`
export const unpaidOf = (account: string) => `unpaid orders of ${short(account)}`

export const statusOf = (order: string) => `status of ${short(order)}`
/** 1 once the order is paid, by card or in cash. */
export const paymentOf = (order: string) => `payment of ${short(order)}`
/** 1 while the customer's request is open. */
export const refundRequestOf = (order: string) => `refund request of ${short(order)}`
export const cancellationRequestOf = (order: string) => `cancellation request of ${short(order)}`
/** How many refunds were granted. */
export const grantsOf = (order: string) => `granted refunds of ${short(order)}`

const OF_ORDERS = [statusOf, paymentOf, refundRequestOf, cancellationRequestOf, grantsOf].map((name) =>
  name(''),
)
/** True for a level of an order. */
export const isOfOrder = (level: string) => OF_ORDERS.some((name) => level.startsWith(name))
/** The first part of the id of the order whose level it is. */
export const orderOf = (level: string) => level.slice(level.lastIndexOf(' ') + 1)
