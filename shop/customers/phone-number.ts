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

/**
 * Fixed-line numbers among the ten digits that `indianMobile` accepts, as in the metadata of libphonenumber 9.0 (area
 * codes that begin with 6, 7 or 8).
 */
const LANDLINES = [
  /^(?:683|79[1-5]|80[2-7])\d{7}$/,
  /^(?:674|788)(?:[0189][2-7]|[2-7]\d)\d{5}$/,
  /^(?:682[0-79]|782[0-6])[2-7]\d{5}$/,
  /^6(?:12|[2-47]1|5[17]|6[13]|80)[2-7]\d{6}$/,
  /^7(?:12|2[14]|3[134]|4[47]|5[15]|[67]1)[2-7]\d{6}$/,
  /^8(?:16|2[014]|3[126]|6[136]|7[078]|8[34]|91)[2-7]\d{6}$/,
  /^6(?:1[1358]|2[2457]|3[2-4]|4[235-7]|5[2-689]|6[24578]|7[235689]|8[14-6])\d[2-7]\d{5}$/,
  /^7(?:1[013-9]|2[0235-9]|3[2679]|4[1-35689]|5[2-46-9]|[67][02-9]|8[013-7]|90)\d[2-7]\d{5}$/,
  /^8(?:1[1357-9]|2[235-8]|3[03-57-9]|4[0-24-9]|5\d|6[2457-9]|7[1-6]|8[1256]|9[2-4])\d[2-7]\d{5}$/,
]

/** True for ten digits that may be a landline. They may also be a mobile number with a leading 0, so ask. */
export function mayBeLandline(digits: string): boolean {
  return LANDLINES.some((pattern) => pattern.test(digits))
}
