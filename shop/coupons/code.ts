/** Codes as typed, for forms and API. */
import { z } from 'zod'
import { cleanValue, isStorable } from '#shop/kernel/text.ts'

/** Codes are stored and compared in this form. */
export function asCode(text: string): string {
  return cleanValue(text).toUpperCase()
}

const NEEDED = 'Please enter a coupon code'

/** Longer texts cannot be codes. */
const MAX_LENGTH = 60

/** An entered code in upper case. */
export const couponCodeInput = z
  .string({ error: NEEDED })
  .max(200, 'Invalid coupon code')
  .transform((text) => asCode(text).slice(0, MAX_LENGTH))
  .refine((code) => code !== '', NEEDED)
  .refine(isStorable, 'Invalid coupon code')

/** The referral code of a link, in upper case. */
export const referralCodeInput = z
  .string()
  .max(200, 'Not a referral code')
  .refine(isStorable, 'Not a referral code')
  .transform((text) => asCode(text).slice(0, MAX_LENGTH))
