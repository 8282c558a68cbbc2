/** One sample order: its lines, total and outcome. */

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

/** The coupons that sample orders used, with their dates and minimum subtotals. */
const COUPONS = [
  { code: 'HARVEST25', basisPoints: 2500, from: rupees(999), firstDaysAgo: 119, lastDaysAgo: 31 },
  { code: 'MILLET10', basisPoints: 1000, from: rupees(500), firstDaysAgo: 299, lastDaysAgo: 0 },
] as const

/** The specification's GST, in basis points. */
const RATE = 1800

export type Move = { to: OrderStatus; at: Date; note: string | null }

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
  paidAt: Date | null
  refundedAt: Date | null
  refundReason: string | null
  source: Source | null
  carrier: string | null
  trackingNumber: string | null
  /** Status changes after placing, in order. */
  moves: Move[]
}

export type OrderPlan = {
  number: number
  customer: Customer
  placedAt: Date
  basket: BasketLine[]
  paymentMethod?: PaymentMethod
}

/** Makes sample orders; changes after `now` are cut, so the newest are still on their way. */
export function createOrderMaker(random: Random, now: Date): (wish: OrderPlan) => PastOrder {
  const isReturned = everySoOften()
  return (wish) => {
    const priced = price(random, wish.basket, (now.getTime() - wish.placedAt.getTime()) / DAY_MS)
    const paymentMethod = wish.paymentMethod ?? (random.isTrue(0.56) ? 'cod' : 'card')
    const category = wish.basket[0]?.product.category ?? ''
    const wanted = { ...wish, paymentMethod, isReturned: isReturned(category) }
    return {
      id: random.uuid(),
      source: null,
      ...wish,
      ...priced,
      paymentMethod,
      ...wayOf(random, wanted, now),
    }
  }
}

/** Share of returned orders by the category of the first line. */
const RETURNED: Partial<Record<string, number>> = {
  biodegradable: 0.085,
  bundles: 0.055,
  'meal-mix': 0.015,
  hydration: 0.01,
}

/** True for every nth order of a category, evenly spread: small shares should not depend on luck. */
function everySoOften(): (category: string) => boolean {
  const due = new Map<string, number>()
  return (category) => {
    const sum = (due.get(category) ?? 0) + (RETURNED[category] ?? 0.02)
    due.set(category, sum % 1)
    return sum >= 1
  }
}

function price(random: Random, basket: BasketLine[], daysAgo: number) {
  const lines = basket.map((line) => {
    const { product, picks, quantity } = line
    const each = product.discountPrice ?? product.price
    const name = picks.length > 0 ? mixName(product.name, product.tastemakerPicks) : product.name
    return { ...line, id: random.uuid(), name, unitPrice: each, total: times(each, quantity) }
  })
  const subtotal = add(...lines.map(({ total }) => total))
  const coupon = random.isTrue(0.25) ? couponFor(subtotal, daysAgo) : undefined
  const couponCode = coupon?.code ?? null
  const discount = coupon ? share(subtotal, coupon.basisPoints) : NO_MONEY
  const terms = { shipping: { fee: NO_MONEY, freeAbove: null }, prices: 'exclusive' as const }
  const priced = quote(
    lines.map((line) => ({ ...line, rate: RATE })),
    terms,
    discount,
  )
  const { tax, total } = priced
  const taxedLines = lines.map((line, at) => ({ ...line, taxed: priced.lines[at] as TaxedAmount }))
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

type Life = Pick<
  PastOrder,
  'moves' | 'paymentStatus' | 'paidAt' | 'refundedAt' | 'refundReason' | 'carrier' | 'trackingNumber'
>

type Asked = OrderPlan & { paymentMethod: PaymentMethod; isReturned: boolean }

function wayOf(random: Random, wish: Asked, now: Date): Life {
  const { customer, placedAt, paymentMethod } = wish
  const isCard = paymentMethod === 'card'
  const after = (ms: number) => new Date(placedAt.getTime() + ms)
  const card = isCard ? after(2 * MINUTE_MS) : null
  if (!customer.hasCancelled && random.isTrue(0.055)) return cancelled(random, customer, placedAt, card, now)

  const carrier = random.weighted(CARRIERS, ({ weight }) => weight)
  const packed = (6 + 24 * random.next()) * HOUR_MS
  const shipped = packed + (4 + 30 * random.next()) * HOUR_MS
  const slow = customer.town.isMetro ? 1 : 1.4
  const there = shipped + carrier.days * slow * (0.6 + 0.8 * random.next()) * DAY_MS
  const back = there + (2 + 5 * random.next()) * DAY_MS
  const wanted: Move[] = [
    { to: 'processing', at: after(packed), note: null },
    { to: 'shipped', at: after(shipped), note: null },
    { to: 'delivered', at: after(there), note: null },
  ]
  const moves = wanted.filter(({ at }) => at <= now)
  const isThere = moves.length === wanted.length
  const isBack = isThere && wish.isReturned && after(back) <= now
  const trackingNumber = `SAMPLE${String(wish.number).padStart(7, '0')}`
  const isSent = moves.length >= 2
  return {
    moves,
    paidAt: card ?? (isThere ? after(there) : null),
    paymentStatus: isBack ? 'refunded' : isCard || isThere ? 'paid' : 'pending',
    refundedAt: isBack ? after(back) : null,
    refundReason: isBack ? 'Damaged on the way' : null,
    carrier: isSent ? carrier.name : null,
    trackingNumber: isSent ? trackingNumber : null,
  }
}

/** Cancelled by the customer within hours; a card payment is refunded. */
function cancelled(random: Random, customer: Customer, placedAt: Date, card: Date | null, now: Date): Life {
  const at = new Date(placedAt.getTime() + (0.5 + 10 * random.next()) * HOUR_MS)
  const isOver = at <= now
  customer.hasCancelled ||= isOver
  const refundedAt = isOver && card ? at : null
  return {
    moves: isOver ? [{ to: 'cancelled', at, note: null }] : [],
    paidAt: card,
    paymentStatus: refundedAt ? 'refunded' : card ? 'paid' : 'pending',
    refundedAt,
    refundReason: refundedAt && 'Order cancelled',
    carrier: null,
    trackingNumber: null,
  }
}
