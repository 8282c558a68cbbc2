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
import { commonRate, type Taxed, taxed } from '#shop/kernel/taxed.ts'

export type PricedLine = { unitPrice: Money; quantity: number }
export type QuotedLine = PricedLine & { rate: TaxRate }
export type QuoteTerms = { shipping: ShippingPolicy; prices: PriceMode }

export type Quote = {
  subtotal: Money
  discount: Money
  /** Of goods and shipping. Added to the total, or contained in it where `pricesIncludeTax`. */
  tax: Money
  pricesIncludeTax: boolean
  /** The rate of all goods; null when they differ or there are none. */
  taxRate: TaxRate | null
  shippingFee: Money
  /** What rounding a cash total to the rupee added, -49 to 50 paise; 0 for all others. Not taxed. */
  roundOff: Money
  total: Money
}

/** `lines`: the taxable value and tax of each line, after its part of the discount. */
export type TaxedQuote = Quote & { lines: Taxed[] }

export function lineTotal({ unitPrice, quantity }: PricedLine): Money {
  return times(unitPrice, quantity)
}

/**
 * The sums of a cart or order. Exclusive prices: total = subtotal - discount + tax + shipping, with one rate and free
 * shipping tax = rate x (subtotal - discount). Inclusive prices: total = subtotal - discount + shipping, which contains
 * the tax. A discount never exceeds the subtotal and is shared over the lines by largest remainder; that on one
 * unit, of `discountedLine`, stays with it. Shipping is taxed at
 * the highest rate of the goods.
 */
export function quote(
  lines: readonly QuotedLine[],
  { shipping, prices }: QuoteTerms,
  wantedDiscount: Money = NO_MONEY,
  discountedLine: number | null = null,
): TaxedQuote {
  const totals = lines.map(lineTotal)
  const subtotal = add(...totals)
  const discount = smaller(wantedDiscount, subtotal)
  const discounts =
    discountedLine === null
      ? shareOut(discount, totals)
      : totals.map((_, at) => (at === discountedLine ? discount : NO_MONEY))
  const afterDiscount = subtract(subtotal, discount)
  const shippingFee = lines.length === 0 ? NO_MONEY : shippingFeeFor(afterDiscount, shipping)
  const goods = lines.map(({ rate }, at) => {
    return { rate, amount: subtract(totals[at] ?? NO_MONEY, discounts[at] ?? NO_MONEY) }
  })
  const carriage = { rate: Math.max(0, ...lines.map(({ rate }) => rate)), amount: shippingFee }
  const parts = taxed([...goods, carriage], prices)
  const tax = add(...parts.map((part) => part.tax))
  const pricesIncludeTax = prices === 'inclusive'
  return {
    ...{ subtotal, discount, tax, pricesIncludeTax, taxRate: commonRate(goods), shippingFee },
    roundOff: NO_MONEY,
    total: add(afterDiscount, shippingFee, pricesIncludeTax ? NO_MONEY : tax),
    lines: parts.slice(0, lines.length),
  }
}

/**
 * The sums as this method charges them: in cash, where the shop rounds it, the total is rounded half up to the rupee and
 * `roundOff` is the difference; otherwise `roundOff` is 0. An earlier round-off is undone first, so this also serves an
 * order that changes its method: pass the order and store the returned `roundOff` and `total`.
 */
export function chargedBy<Sums extends Pick<Quote, 'roundOff' | 'total'>>(
  method: 'card' | 'cod' | null,
  sums: Sums,
  { roundsCash }: { roundsCash: boolean },
): Sums {
  const exact = subtract(sums.total, sums.roundOff)
  const total = method === 'cod' && roundsCash ? wholeRupees(exact) : exact
  return { ...sums, roundOff: subtract(total, exact), total }
}

/** Returns the shipping fee for goods of this value after discounts, before tax. */
export function shippingFeeFor(goods: Money, { fee, freeAbove }: ShippingPolicy): Money {
  return freeAbove !== null && goods > freeAbove ? NO_MONEY : fee
}

/** The shop's text about shipping costs, according to its policy. */
export function shippingPromise(
  { fee, freeAbove }: ShippingPolicy,
  format: (money: Money) => string,
): string {
  if (fee === 0) return 'Free shipping'
  return freeAbove === null ? `Shipping ${format(fee)}` : `Free shipping above ${format(freeAbove)}`
}
