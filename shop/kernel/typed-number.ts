import { latinDigits, withoutInvisible } from '#shop/kernel/text.ts'

/** Digits, with commas between groups of them, and decimals: '-1,06,082.50', '.5'. */
const PLAIN = /^[-+]?(?=\.?\d)(?:\d*|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.\d*)?$/

/**
 * The number that a person typed, in digits of any of India's scripts and with or without commas between groups; NaN for
 * other texts, among them programmers' notations such as '1e3' and '0x10'.
 */
export function numberIn(typed: string): number {
  const text = latinDigits(withoutInvisible(typed)).trim()
  return PLAIN.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN
}
