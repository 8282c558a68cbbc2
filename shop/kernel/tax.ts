import { add, type Money, share } from '#shop/kernel/money.ts'

/** GST, in hundredths of a percent. */
export const TAX_BASIS_POINTS = 1800

/** A price with tax, rounded half up to the paisa. */
export function withTax(price: Money): Money {
  return add(price, share(price, TAX_BASIS_POINTS))
}
