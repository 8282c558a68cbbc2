/** Rules use only facts from when the order was placed, so its flags never change. A flag refuses nothing. */
import { formatPrice, type Money, rupees } from '#shop/kernel/money.ts'
import type { PaymentMethod } from '#shop/payments/payment.ts'

const MANY_ORDERS = 4
const SHARED_PHONE_ACCOUNTS = 3
const SHARED_ADDRESS_ACCOUNTS = 4
const LARGE_FIRST_COD = rupees(5000)
const CANCELLATIONS = 2

export const FLAG_RULE_TEXTS = {
  many_orders: `${MANY_ORDERS} or more orders from one account within 24 hours`,
  shared_phone: `One phone number used by ${SHARED_PHONE_ACCOUNTS} or more accounts within 30 days`,
  shared_address: `One address used by ${SHARED_ADDRESS_ACCOUNTS} or more accounts within 30 days`,
  large_first_cod: `First order of an account, cash on delivery, above ${formatPrice(LARGE_FIRST_COD)}`,
  cod_after_cancellations: `Cash on delivery after ${CANCELLATIONS} or more cancelled orders within 30 days`,
}
type FlagRule = keyof typeof FLAG_RULE_TEXTS

/** Facts at the time of placing the order. `ordersInDay` and the counts of accounts include the order itself. */
export type OrderFacts = {
  orderId: string
  placedAt: Date
  total: Money
  paymentMethod: PaymentMethod
  ordersInDay: number
  accountsWithPhone: number
  accountsWithAddress: number
  earlierOrders: number
  cancelledInMonth: number
}

export type Flag = { orderId: string; rule: FlagRule; detail: string; createdAt: Date }

export function flagsOf(facts: OrderFacts): Flag[] {
  return (Object.keys(CHECKS) as FlagRule[]).flatMap((rule) => {
    const detail = CHECKS[rule](facts)
    return detail === null ? [] : [{ orderId: facts.orderId, rule, detail, createdAt: facts.placedAt }]
  })
}

const CHECKS: Record<FlagRule, (facts: OrderFacts) => string | null> = {
  many_orders: ({ ordersInDay }) =>
    ordersInDay >= MANY_ORDERS ? `${ordersInDay} orders within 24 hours` : null,
  shared_phone: ({ accountsWithPhone }) =>
    accountsWithPhone >= SHARED_PHONE_ACCOUNTS ? `Phone used by ${accountsWithPhone} accounts` : null,
  shared_address: ({ accountsWithAddress }) =>
    accountsWithAddress >= SHARED_ADDRESS_ACCOUNTS ? `Address used by ${accountsWithAddress} accounts` : null,
  large_first_cod: ({ paymentMethod, earlierOrders, total }) =>
    paymentMethod === 'cod' && earlierOrders === 0 && total > LARGE_FIRST_COD
      ? `First order, ${formatPrice(total)} in cash`
      : null,
  cod_after_cancellations: ({ paymentMethod, cancelledInMonth }) =>
    paymentMethod === 'cod' && cancelledInMonth >= CANCELLATIONS
      ? `${cancelledInMonth} orders cancelled within 30 days`
      : null,
}
