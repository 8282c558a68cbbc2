/** The only pricing function: cart, checkout, API, order and invoice show its result. */
import type { ShippingPolicy } from '#shop/ctx.ts'
import {
  add,
  type Money,
  NO_MONEY,
  shareOut,
  smaller,
  subtract,
  times,
  wholeRupees,
} from '#shop/kernel/money.ts'
import type { PriceMode, TaxRate } from '#shop/kernel/tax.ts'
import { type RateTax, type TaxedAmount, taxAmounts, taxesByRate } from '#shop/kernel/taxed.ts'

export type PricedLine = { unitPrice: Money; quantity: number }
export type QuotedLine = PricedLine & { rate: TaxRate }
export type QuoteTerms = { shipping: ShippingPolicy; prices: PriceMode }

export type Quote = {
  subtotal: Money
  discount: Money
  /** GST of goods and shipping. Contained in the total where `pricesIncludeTax`. */
  tax: Money
  pricesIncludeTax: boolean
  /** The tax by rate, lowest first. */
  taxes: RateTax[]
  shippingFee: Money
  /** -49 to 50 paise for cash totals rounded to the rupee, otherwise 0. Not taxed. */
  roundOff: Money
  total: Money
}

/** `lines`: each line's value and tax after its part of the discount. */
export type TaxedQuote = Quote & { lines: TaxedAmount[] }

export function lineTotal({ unitPrice, quantity }: PricedLine): Money {
  return times(unitPrice, quantity)
}

/**
 * Computes the sums of an order. Flat and exclusive prices: total = subtotal - discount + tax + shipping. Inclusive
 * prices: total = subtotal - discount + shipping, which contains the tax. A discount is spread over the lines by
 * largest remainder, or belongs to `discountedLine` alone. Shipping is taxed at the highest rate of the goods.
 */
export function quote(
  lines: readonly QuotedLine[],
  { shipping, prices }: QuoteTerms,
  maxDiscount: Money = NO_MONEY,
  discountedLine: number | null = null,
): TaxedQuote {
  const totals = lines.map(lineTotal)
  const subtotal = add(...totals)
  const discount = smaller(maxDiscount, subtotal)
  const discounts =
    discountedLine === null
      ? shareOut(discount, totals)
      : totals.map((_, at) => (at === discountedLine ? discount : NO_MONEY))
  const afterDiscount = subtract(subtotal, discount)
  const shippingFee = lines.length === 0 ? NO_MONEY : shippingFeeFor(afterDiscount, shipping)
  const goods = lines.map(({ rate }, at) => {
    return { rate, amount: subtract(totals[at] ?? NO_MONEY, discounts[at] ?? NO_MONEY) }
  })
  const taxedShipping = { rate: Math.max(0, ...lines.map(({ rate }) => rate)), amount: shippingFee }
  const parts = taxAmounts([...goods, taxedShipping], prices)
  const tax = add(...parts.map((part) => part.tax))
  const pricesIncludeTax = prices === 'inclusive'
  return {
    ...{ subtotal, discount, tax, pricesIncludeTax, shippingFee },
    roundOff: NO_MONEY,
    total: add(afterDiscount, shippingFee, pricesIncludeTax ? NO_MONEY : tax),
    taxes: taxesByRate(parts.slice(0, lines.length), tax),
    lines: parts.slice(0, lines.length),
  }
}

/**
 * Rounds a cash total to the rupee; if an amount was `paid` by card, rounds what is left to pay. First reverts an
 * earlier round-off, because the order's payment method may have changed.
 */
export function roundForMethod<Sums extends Pick<Quote, 'roundOff' | 'total'>>(
  method: 'card' | 'cod' | null,
  sums: Sums,
  { roundsCash }: { roundsCash: boolean },
  paid: Money = NO_MONEY,
): Sums {
  const exact = subtract(sums.total, sums.roundOff)
  const total = method === 'cod' && roundsCash ? add(paid, wholeRupees(subtract(exact, paid))) : exact
  return { ...sums, roundOff: subtract(total, exact), total }
}

/** `goods`: the value of the goods after discounts, before tax. */
export function shippingFeeFor(goods: Money, { fee, freeAbove }: ShippingPolicy): Money {
  return freeAbove !== null && goods > freeAbove ? NO_MONEY : fee
}

export function shippingPromise({ fee, freeAbove }: ShippingPolicy, format: (money: Money) => string) {
  if (fee === 0) return 'Free shipping'
  return freeAbove === null ? `Shipping ${format(fee)}` : `Free shipping above ${format(freeAbove)}`
}
