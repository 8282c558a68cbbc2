import type { Money } from '#shop/kernel/money.ts'

/** By how many percent `price` is below `original`, rounded to a whole number; 0 when it is not below. */
export function savedPercent(original: Money, price: Money): number {
  if (original <= 0 || price >= original) return 0
  return Math.round(((original - price) * 100) / original)
}
