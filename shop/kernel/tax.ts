import { add, formatPrice, type Money, share } from '#shop/kernel/money.ts'

/** GST, in hundredths of a percent. */
export const TAX_BASIS_POINTS = 1800

/** A price with tax, rounded half up to the paisa. */
export function withTax(price: Money): Money {
  return add(price, share(price, TAX_BASIS_POINTS))
}

/** A unit's price as it is paid, for display beside one without tax: '₹1,060.82 with tax'. */
export function withTaxText(price: Money): string {
  return `${formatPrice(withTax(price))} with tax`
}
