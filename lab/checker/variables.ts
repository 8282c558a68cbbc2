/** Names of the model's variables. A name ends with the id of its order, product, coupon or account. */
import { short } from '#lab/checker/history.ts'

/** A status as a number; 0 is an order that is not placed yet. */
const CODES: Record<string, number> = { pending: 1, processing: 2, shipped: 3, delivered: 4, cancelled: 5 }
export const codeOf = (status: string | null) => (status === null ? 0 : (CODES[status] ?? Number.NaN))

export const stockOf = (product: string) => `stock of ${short(product)}`
export const usesOf = (coupon: string) => `uses of ${short(coupon)}`
export const usesBy = (coupon: string, account: string) => `uses of ${short(coupon)} by ${short(account)}`
export const unpaidOf = (account: string) => `unpaid orders of ${short(account)}`

export const statusOf = (order: string) => `status of ${short(order)}`
/** 1 if the order is paid, by card or in cash. */
export const paymentOf = (order: string) => `payment of ${short(order)}`
/** 1 while the customer's refund request is open. */
export const refundRequestOf = (order: string) => `refund request of ${short(order)}`
export const cancellationRequestOf = (order: string) => `cancellation request of ${short(order)}`
/** The number of approved refunds. */
export const grantsOf = (order: string) => `granted refunds of ${short(order)}`

const OF_ORDERS = [statusOf, paymentOf, refundRequestOf, cancellationRequestOf, grantsOf].map((name) =>
  name(''),
)
export const isOrderVariable = (variable: string) => OF_ORDERS.some((name) => variable.startsWith(name))
/** The shortened id of the variable's order. */
export const orderOf = (variable: string) => variable.slice(variable.lastIndexOf(' ') + 1)
