import type { OrderLimits } from '#shop/ctx.ts'
import { add, formatPrice, type Money, NO_MONEY, smaller, wholeRupees } from '#shop/kernel/money.ts'
import { err } from '#shop/kernel/result.ts'
import type { PaymentMethod } from '#shop/payments/payment.ts'

/** Facts about a customer's earlier orders. Limits on unpaid orders keep a customer from reserving all stock. */
export type OrderHistory = {
  /** Has an order that is not cancelled. */
  hasOrdered: boolean
  /** Has a delivered and paid order. */
  isKnown: boolean
  /** Orders that are neither paid nor cancelled. */
  openUnpaid: number
  /** Unpaid orders of all accounts with the next order's phone number; 0 if the number is unknown. */
  openForPhone: number
  /** The total of the account's unpaid orders. */
  openValue: Money
}

export const NO_ORDER_HISTORY: OrderHistory = {
  hasOrdered: false,
  isKnown: false,
  openUnpaid: 0,
  openForPhone: 0,
  openValue: NO_MONEY,
}

/** Returns the message if the total is too high for cash; otherwise null. */
export function cashProblem(total: Money, limits: OrderLimits, { isKnown }: OrderHistory): string | null {
  const max = isKnown ? limits.cash : smaller(limits.cash, limits.cashForNew)
  if (total <= max) return null
  const until = max < limits.cash ? ' until your first order has arrived' : ''
  return `You can pay up to ${formatPrice(wholeRupees(max))} in cash${until}. For more, pay by card, order less, or write to us.`
}

/** Returns the message if there are too many unpaid orders or their total is too high; otherwise null. */
export function openOrdersProblem(
  { openUnpaid: max, openValueForNew }: OrderLimits,
  { isKnown, openUnpaid, openForPhone, openValue }: OrderHistory,
  total: Money,
): string | null {
  if (!isKnown && add(openValue, total) > openValueForNew)
    return `Until your first order has arrived, orders that aren’t paid yet can come to ${formatPrice(wholeRupees(openValueForNew))} together. Order less, pay for an order first, or write to us.`
  if (openUnpaid < max && openForPhone < max) return null
  const count = openUnpaid < max ? openForPhone : openUnpaid
  const orders = count === 1 ? 'an order that isn’t' : `${count} orders that aren’t`
  if (openUnpaid < max)
    return `This phone number already has ${orders} paid yet, and can have ${max} at a time. Wait until one arrives, or write to us.`
  return `You have ${orders} paid yet, and an account can have ${max} at a time. Pay for one or cancel it, or wait until one arrives, then order again.`
}

/** Returns the refusal of this order, or null. A total of zero is always allowed. */
export function limitRefusal(
  { paymentMethod, total }: { paymentMethod: PaymentMethod; total: Money },
  limits: OrderLimits,
  history: OrderHistory,
) {
  if (total <= 0) return null
  const open = openOrdersProblem(limits, history, total)
  if (open) return err('too_many_open_orders', { message: open })
  const cash = paymentMethod === 'cod' ? cashProblem(total, limits, history) : null
  return cash === null ? null : err('cash_limit', { message: cash })
}
