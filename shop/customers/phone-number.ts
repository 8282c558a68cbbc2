import { cleanValue } from '#shop/kernel/text.ts'

/** Returns the ten digits of '+91 98450 12345', '919845012345' or '०९८४५०-१२३४५'; null for other texts. */
export function indianMobile(text: string): string | null {
  const digits = cleanValue(text).replaceAll(/[\s().\p{Pd}]/gu, '')
  return /^(?:(?:\+|0{0,2})91)?0?([6-9]\d{9})$/.exec(digits)?.[1] ?? null
}

/** Returns the ten digits of any Indian number: '+91 (0) 98450/12345', 'tel:098450-12345'; else null. */
export function phoneDigits(typed: string): string | null {
  const text = cleanValue(typed).replace(/^tel:/i, '')
  if (!/^[\d\s()+./\p{Pd}\u2212]+$/u.test(text)) return null
  return /^(?:0{0,2}91)?0?(\d{10})$/.exec(text.replaceAll(/\D/g, ''))?.[1] ?? null
}
