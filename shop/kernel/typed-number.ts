import { isRupees, type Money, rupees } from '#shop/kernel/money.ts'
import { cleanValue } from '#shop/kernel/text.ts'

/** Digits in Indian, western or no groups, and decimals: '-1,06,082.50', '106,082.50', '.5'. */
const PLAIN = /^[-+]?(?=\.?\d)(?:\d*|\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)(?:\.\d*)?$/

/** Reads digits of any script; NaN for other texts, such as '1e3' and '0x10'. */
export function numberIn(typed: string): number {
  const text = cleanValue(typed)
  return PLAIN.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN
}

/** Larger than any amount in the shop. */
export const MAX_RUPEES = 1_00_00_00_000

export const NO_AMOUNT = 'Enter an amount in rupees, like 4500 or 4500.50'

/** Reads '₹1,060.82'; null for other texts and amounts out of range. */
export function rupeesIn(typed: string): Money | null {
  const amount = numberIn(cleanValue(typed).replace(/^₹/, ''))
  return amount >= 0 && amount <= MAX_RUPEES && isRupees(amount) ? rupees(amount) : null
}
