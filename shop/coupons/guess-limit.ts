/** Limits guessing of coupon and referral codes: unknown codes of a caller are counted. */
import type { GuessLimiter } from '#shop/ctx.ts'

/** One look-up of codes. While `waitSeconds` is above 0 none may be looked up; `missed` collects unknown codes. */
export type CodeLookup = { readonly waitSeconds: number; readonly missed: Set<string> }

/** Runs `look` with the caller's state, and counts the codes that it missed. */
export async function withGuessLimit<Found>(
  guesses: GuessLimiter,
  codes: readonly (string | null | undefined)[],
  look: (tries: CodeLookup) => Promise<Found>,
): Promise<Found> {
  const { waitSeconds, recordUnknown: settle } = await guesses.admit(
    codes.filter((code) => typeof code === 'string'),
  )
  const tries = { waitSeconds, missed: new Set<string>() }
  const found = await look(tries)
  if (waitSeconds === 0) await settle(tries.missed)
  return found
}
