/**
 * The ten digits of an Indian mobile number in any notation ('+91 98450 12345', '919845012345', '098450-12345'), the
 * form in which it is stored; null for other texts.
 */
export function indianMobile(text: string): string | null {
  const digits = text.replaceAll(/[\s().\p{Pd}]/gu, '')
  return /^(?:(?:\+|0{0,2})91)?0?([6-9]\d{9})$/.exec(digits)?.[1] ?? null
}
