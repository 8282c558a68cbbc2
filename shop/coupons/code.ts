import { z } from 'zod'
import { cleanValue, isStorable } from '#shop/kernel/text.ts'

export function asCode(text: string): string {
  return cleanValue(text).toUpperCase()
}

const NEEDED = 'Please enter a coupon code'

const MAX_LENGTH = 60

/** In upper case. */
export const couponCodeInput = z
  .string({ error: NEEDED })
  .max(200, 'Invalid coupon code')
  .transform((text) => asCode(text).slice(0, MAX_LENGTH))
  .refine((code) => code !== '', NEEDED)
  .refine(isStorable, 'Invalid coupon code')

export const referralCodeInput = z
  .string()
  .max(200, 'Not a referral code')
  .refine(isStorable, 'Not a referral code')
  .transform((text) => asCode(text).slice(0, MAX_LENGTH))
