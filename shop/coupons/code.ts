import { z } from 'zod'
import { cleanValue, isStorable } from '#shop/kernel/text.ts'

export function normalizeCode(text: string): string {
  return cleanValue(text).toUpperCase()
}

const CODE_MISSING = 'Please enter a coupon code'

const MAX_LENGTH = 60

/** A coupon code, normalized to upper case. */
export const couponCodeInput = z
  .string({ error: CODE_MISSING })
  .max(200, 'Invalid coupon code')
  .transform((text) => normalizeCode(text).slice(0, MAX_LENGTH))
  .refine((code) => code !== '', CODE_MISSING)
  .refine(isStorable, 'Invalid coupon code')

export const referralCodeInput = z
  .string()
  .max(200, 'Not a referral code')
  .refine(isStorable, 'Not a referral code')
  .transform((text) => normalizeCode(text).slice(0, MAX_LENGTH))
