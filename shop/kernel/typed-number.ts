import { isRupees, type Money, rupees } from '#shop/kernel/money.ts'
import { cleanValue } from '#shop/kernel/text.ts'

/** Digits, in Indian or western groups or in none, and decimals: '-1,06,082.50', '106,082.50', '.5'. */
const PLAIN = /^[-+]?(?=\.?\d)(?:\d*|\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)(?:\.\d*)?$/

/**
 * The number that a person typed, in digits of any script and with or without commas between groups; NaN for
 * other texts, among them programmers' notations such as '1e3' and '0x10'.
 */
export function numberIn(typed: string): number {
  const text = cleanValue(typed)
  return PLAIN.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN
}

/** In rupees: above every amount that the shop handles. */
export const MOST_RUPEES = 1_00_00_00_000

export const NO_AMOUNT = 'Enter an amount in rupees, like 4500 or 4500.50'

/** Rupees as people and files write them, such as '₹1,060.82'; null for other texts and amounts out of range. */
export function rupeesIn(typed: string): Money | null {
  const amount = numberIn(cleanValue(typed).replace(/^₹/, ''))
  return amount >= 0 && amount <= MOST_RUPEES && isRupees(amount) ? rupees(amount) : null
}
