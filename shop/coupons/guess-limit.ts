/** Limits guesses of coupon and referral codes by counting unknown ones. */
import type { GuessLimiter } from '#shop/ctx.ts'

/** `waitSeconds` above 0: look nothing up. `missed` collects unknown codes. */
export type CodeLookup = { readonly waitSeconds: number; readonly missed: Set<string> }

/** Runs `look` and counts the codes that it missed. */
export async function withGuessLimit<Found>(
  guesses: GuessLimiter,
  codes: readonly (string | null | undefined)[],
  look: (lookup: CodeLookup) => Promise<Found>,
): Promise<Found> {
  const entered = codes.filter((code) => typeof code === 'string')
  const { waitSeconds, recordUnknown } = await guesses.admit(entered)
  const lookup = { waitSeconds, missed: new Set<string>() }
  const found = await look(lookup)
  if (waitSeconds === 0) await recordUnknown(lookup.missed)
  return found
}
