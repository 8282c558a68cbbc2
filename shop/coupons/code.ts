/** Codes as people type them, for forms and API. */
import { z } from 'zod'

/** How codes are kept and compared. */
export function asCode(text: string): string {
  return text.trim().toUpperCase()
}

const NEEDED = 'Please enter a coupon code'

/** Longer than any code; what is longer is simply not one. */
const MAX_LENGTH = 60

/** A code as it was entered, in upper case. */
export const couponCodeInput = z
  .string({ error: NEEDED })
  .max(200, 'Invalid coupon code')
  .transform((text) => asCode(text).slice(0, MAX_LENGTH))
  .refine((code) => code !== '', NEEDED)

/** A friend's code out of a link, in upper case. */
export const referralCodeInput = z
  .string()
  .max(200, 'Not a referral code')
  .transform((text) => asCode(text).slice(0, MAX_LENGTH))
