import { z } from 'zod'
import type { GuessLimiter } from '#shop/ctx.ts'
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

/** While `waitSeconds` is above 0, no code may be looked up. `misses` collects codes that do not exist. */
export type CodeLookup = { readonly waitSeconds: number; readonly misses: Set<string> }

/** Runs `lookUp` and counts the codes that it did not find. */
export async function withGuessLimit<Found>(
  guesses: GuessLimiter,
  codes: readonly (string | null | undefined)[],
  lookUp: (lookup: CodeLookup) => Promise<Found>,
): Promise<Found> {
  const enteredCodes = codes.filter((code) => typeof code === 'string')
  const { waitSeconds, recordUnknown } = await guesses.admit(enteredCodes)
  const lookup = { waitSeconds, misses: new Set<string>() }
  const result = await lookUp(lookup)
  if (waitSeconds === 0) await recordUnknown(lookup.misses)
  return result
}
