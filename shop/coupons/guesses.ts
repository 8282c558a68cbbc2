/** Codes of coupons and of friends must not be found by trying: how many a caller has missed limits looking them up. */
import type { CodeGuesses } from '#shop/ctx.ts'

/** One look-up of codes. While `waitSeconds` is above 0 none is looked up; `missed` collects those that nobody has. */
export type CodeTries = { readonly waitSeconds: number; readonly missed: Set<string> }

/** Looks codes up, unless the caller has missed too many: `look` then has to do without. */
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
