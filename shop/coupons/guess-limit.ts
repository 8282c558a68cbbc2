/** Limits guesses of coupon and referral codes by counting unknown codes. */
import type { GuessLimiter } from '#shop/ctx.ts'

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
