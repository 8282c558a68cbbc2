/** Makes a sample order: its lines, total and outcome. */

import { mixName } from '#shop/carts/mix.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shop/kernel/duration.ts'
import { add, type Money, NO_MONEY, rupees, share, times } from '#shop/kernel/money.ts'
import type { TaxedAmount } from '#shop/kernel/taxed.ts'
import type { OrderStatus } from '#shop/orders/order.ts'
import type { Source } from '#shop/orders/visit-source.ts'
import type { PaymentMethod, PaymentStatus } from '#shop/payments/payment.ts'
import { quote } from '#shop/pricing/quote.ts'
import type { BasketLine } from './basket.ts'
import type { Customer } from './people.ts'
import type { Random } from './random.ts'

/** Coupons of sample orders, with dates and minimum subtotals. */
const COUPONS = [
  { code: 'HARVEST25', basisPoints: 2500, from: rupees(999), firstDaysAgo: 119, lastDaysAgo: 31 },
  { code: 'MILLET10', basisPoints: 1000, from: rupees(500), firstDaysAgo: 299, lastDaysAgo: 0 },
] as const

/** The specification's GST, in basis points. */
const RATE = 1800

export type StatusChange = { to: OrderStatus; at: Date; note: string | null }

export type PastOrder = {
  id: string
  number: number
  customer: Customer
  placedAt: Date
  lines: (BasketLine & { id: string; name: string; unitPrice: Money; total: Money; taxed: TaxedAmount })[]
  subtotal: Money
  discount: Money
  tax: Money
  total: Money
  couponCode: string | null
  paymentMethod: PaymentMethod
  paymentStatus: PaymentStatus
  /** A courier collected cash. */
  isCollected: boolean
  /** When the shop had the money; null while a courier has it. */
  paidAt: Date | null
  refundedAt: Date | null
  refundReason: string | null
  source: Source | null
  carrier: string | null
  trackingNumber: string | null
  /** Status changes after placing, in order. */
  moves: StatusChange[]
}

export type OrderPlan = {
  number: number
  customer: Customer
  placedAt: Date
  basket: BasketLine[]
  paymentMethod?: PaymentMethod
}

/** Makes sample orders. Leaves out changes after `now`, so that the newest orders are not delivered yet. */
export function createOrderMaker(random: Random, now: Date): (plan: OrderPlan) => PastOrder {
  const isReturned = spreadReturns()
  return (plan) => {
    const priced = price(random, plan.basket, (now.getTime() - plan.placedAt.getTime()) / DAY_MS)
    const paymentMethod = plan.paymentMethod ?? (random.isTrue(0.56) ? 'cod' : 'card')
    const category = plan.basket[0]?.product.category ?? ''
    const fullPlan = { ...plan, paymentMethod, isReturned: isReturned(category) }
    return {
      id: random.uuid(),
      source: null,
      ...plan,
      ...priced,
      paymentMethod,
      ...lifeOf(random, fullPlan, now),
    }
  }
}

/** Share of returned orders, by the category of the first line. */
const RETURN_RATES: Partial<Record<string, number>> = {
  biodegradable: 0.085,
  bundles: 0.055,
  'meal-mix': 0.015,
  hydration: 0.01,
}

/** Spreads returns evenly over the orders of a category, so that small shares do not depend on chance. */
function spreadReturns(): (category: string) => boolean {
  const sums = new Map<string, number>()
  return (category) => {
    const sum = (sums.get(category) ?? 0) + (RETURN_RATES[category] ?? 0.02)
    sums.set(category, sum % 1)
    return sum >= 1
  }
}

function price(random: Random, basket: BasketLine[], daysAgo: number) {
  const lines = basket.map((line) => {
    const { product, picks, quantity } = line
    const unitPrice = product.discountPrice ?? product.price
    const name = picks.length > 0 ? mixName(product.name, product.tastemakerPicks) : product.name
    return { ...line, id: random.uuid(), name, unitPrice, total: times(unitPrice, quantity) }
  })
  const subtotal = add(...lines.map(({ total }) => total))
  const coupon = random.isTrue(0.25) ? couponFor(subtotal, daysAgo) : undefined
  const couponCode = coupon?.code ?? null
  const discount = coupon ? share(subtotal, coupon.basisPoints) : NO_MONEY
  const terms = { shipping: { fee: NO_MONEY, freeAbove: null }, prices: 'flat' as const }
  const quoted = quote(
    lines.map((line) => ({ ...line, rate: RATE })),
    terms,
    discount,
  )
  const { tax, total } = quoted
  const taxedLines = lines.map((line, at) => ({ ...line, taxed: quoted.lines[at] as TaxedAmount }))
  return { lines: taxedLines, subtotal, discount, tax, total, couponCode }
}

function couponFor(subtotal: Money, daysAgo: number) {
  return COUPONS.find(
    ({ from, firstDaysAgo, lastDaysAgo }) =>
      subtotal >= from && daysAgo <= firstDaysAgo && daysAgo >= lastDaysAgo,
  )
}

const CARRIERS = [
  { name: 'Delhivery', weight: 5, days: 2.6 },
  { name: 'India Post', weight: 4, days: 4.1 },
  { name: 'Blue Dart', weight: 2, days: 1.7 },
] as const

/** Couriers transfer cash this long after the delivery. */
const REMITTANCE_MS = 7 * DAY_MS

type Life = Pick<
  PastOrder,
  | 'moves'
  | 'paymentStatus'
  | 'isCollected'
  | 'paidAt'
  | 'refundedAt'
  | 'refundReason'
  | 'carrier'
  | 'trackingNumber'
>

type FullPlan = OrderPlan & { paymentMethod: PaymentMethod; isReturned: boolean }

function lifeOf(random: Random, plan: FullPlan, now: Date): Life {
  const { customer, placedAt, paymentMethod } = plan
  const isCard = paymentMethod === 'card'
  const timeAfter = (ms: number) => new Date(placedAt.getTime() + ms)
  const capturedAt = isCard ? timeAfter(2 * MINUTE_MS) : null
  if (!customer.hasCancelled && random.isTrue(0.055))
    return cancelledLife(random, customer, placedAt, capturedAt, now)

  const carrier = random.pickWeighted(CARRIERS, ({ weight }) => weight)
  const packedMs = (6 + 24 * random.next()) * HOUR_MS
  const shippedMs = packedMs + (4 + 30 * random.next()) * HOUR_MS
  const slow = customer.town.isMetro ? 1 : 1.4
  const deliveredMs = shippedMs + carrier.days * slow * (0.6 + 0.8 * random.next()) * DAY_MS
  const returnedMs = deliveredMs + (2 + 5 * random.next()) * DAY_MS
  const steps: StatusChange[] = [
    { to: 'processing', at: timeAfter(packedMs), note: null },
    { to: 'shipped', at: timeAfter(shippedMs), note: null },
    { to: 'delivered', at: timeAfter(deliveredMs), note: null },
  ]
  const moves = steps.filter(({ at }) => at <= now)
  const isDelivered = moves.length === steps.length
  const isWithCourier = !isCard && timeAfter(deliveredMs + REMITTANCE_MS) > now
  const isRefunded = isDelivered && plan.isReturned && timeAfter(returnedMs) <= now
  const trackingNumber = `SAMPLE${String(plan.number).padStart(7, '0')}`
  const isShipped = moves.length >= 2
  return {
    moves,
    isCollected: isDelivered && !isCard,
    paidAt: capturedAt ?? (isDelivered && !isWithCourier ? timeAfter(deliveredMs + REMITTANCE_MS) : null),
    paymentStatus: paymentStatusOf({ isCard, isDelivered, isRefunded, isWithCourier }),
    refundedAt: isRefunded ? timeAfter(returnedMs) : null,
    refundReason: isRefunded ? 'Damaged on the way' : null,
    carrier: isShipped ? carrier.name : null,
    trackingNumber: isShipped ? trackingNumber : null,
  }
}

function paymentStatusOf(order: Record<'isCard' | 'isDelivered' | 'isRefunded' | 'isWithCourier', boolean>) {
  if (order.isRefunded) return 'refunded'
  if (order.isCard) return 'paid'
  if (!order.isDelivered) return 'pending'
  return order.isWithCourier ? 'collected' : 'paid'
}

/** Returns the life of an order that the customer cancels within hours; a card payment is refunded. */
function cancelledLife(
  random: Random,
  customer: Customer,
  placedAt: Date,
  capturedAt: Date | null,
  now: Date,
): Life {
  const at = new Date(placedAt.getTime() + (0.5 + 10 * random.next()) * HOUR_MS)
  const isOver = at <= now
  customer.hasCancelled ||= isOver
  const refundedAt = isOver && capturedAt ? at : null
  return {
    moves: isOver ? [{ to: 'cancelled', at, note: null }] : [],
    isCollected: false,
    paidAt: capturedAt,
    paymentStatus: refundedAt ? 'refunded' : capturedAt ? 'paid' : 'pending',
    refundedAt,
    refundReason: refundedAt && 'Order cancelled',
    carrier: null,
    trackingNumber: null,
  }
}
