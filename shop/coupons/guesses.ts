/** Limits guessing of coupon and referral codes: unknown codes of a caller are counted. */
import type { CodeGuesses } from '#shop/ctx.ts'

/** One look-up of codes. While `waitSeconds` is above 0 none may be looked up; `missed` collects unknown codes. */
export type CodeTries = { readonly waitSeconds: number; readonly missed: Set<string> }

/** Runs `look` with the caller's state, and counts the codes that it missed. */
export async function tryCodes<Found>(
  guesses: CodeGuesses,
  codes: readonly (string | null | undefined)[],
  look: (tries: CodeTries) => Promise<Found>,
): Promise<Found> {
  const { waitSeconds, settle } = await guesses.admit(codes.filter((code) => typeof code === 'string'))
  const tries = { waitSeconds, missed: new Set<string>() }
  const found = await look(tries)
  if (waitSeconds === 0) await settle(tries.missed)
  return found
}
