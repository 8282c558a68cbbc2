/** Codes as people type them, for forms and API. */
import { z } from 'zod'
import { asCode } from '#shop/coupons/coupon.ts'

const NEEDED = 'Please enter a coupon code'

/** Longer than any code; what is longer is simply not one. */
const MOST = 60

/** A code that somebody entered, in upper case. */
export const couponCodeInput = z
  .string({ error: NEEDED })
  .max(200, 'Invalid coupon code')
  .transform((text) => asCode(text).slice(0, MOST))
  .refine((code) => code !== '', NEEDED)

/** A friend's code out of a link, in upper case. */
export const referralCodeInput = z
  .string()
  .max(200, 'Not a referral code')
  .transform((text) => asCode(text).slice(0, MOST))
