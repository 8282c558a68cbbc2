/** The only pricing function: cart, checkout, API, order and invoice show its result. */
import type { ShippingPolicy } from '#shop/ctx.ts'
import { add, type Money, NO_MONEY, share, smaller, subtract, times } from '#shop/kernel/money.ts'
import { TAX_BASIS_POINTS } from '#shop/kernel/tax.ts'

export type PricedLine = { unitPrice: Money; quantity: number }

export type Quote = {
  subtotal: Money
  discount: Money
  tax: Money
  shippingFee: Money
  total: Money
}

export function lineTotal({ unitPrice, quantity }: PricedLine): Money {
  return times(unitPrice, quantity)
}

/**
 * tax = 18% x (subtotal - discount), rounded half up to the paisa; total = subtotal - discount + tax + shipping. A
 * discount never exceeds the subtotal.
 */
export function quote(
  lines: readonly PricedLine[],
  shipping: ShippingPolicy,
  wantedDiscount: Money = NO_MONEY,
): Quote {
  const subtotal = add(...lines.map(lineTotal))
  const discount = smaller(wantedDiscount, subtotal)
  const afterDiscount = subtract(subtotal, discount)
  const tax = share(afterDiscount, TAX_BASIS_POINTS)
  const shippingFee = shippingFor(afterDiscount, lines.length, shipping)
  return { subtotal, discount, tax, shippingFee, total: add(afterDiscount, tax, shippingFee) }
}

function shippingFor(goods: Money, lineCount: number, { fee, freeAbove }: ShippingPolicy): Money {
  const isFree = lineCount === 0 || (freeAbove !== null && goods > freeAbove)
  return isFree ? NO_MONEY : fee
}

/** The shop's text about shipping costs, according to its policy. */
export function shippingPromise(
  { fee, freeAbove }: ShippingPolicy,
  format: (money: Money) => string,
): string {
  if (fee === 0) return 'Free shipping'
  return freeAbove === null ? `Shipping ${format(fee)}` : `Free shipping above ${format(freeAbove)}`
}
