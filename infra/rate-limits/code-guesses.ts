import type { Limit, RateLimiter } from '#infra/rate-limits/rate-limits.ts'
import type { CodeGuesses } from '#shop/ctx.ts'
import type { Actor } from '#shop/kernel/actor.ts'

const HOUR = 3600
const WHAT = 'wrong code'
const TRIED = 'tried code'
/** Wrong codes an hour. A network may be a whole town behind one address, but towns do not type wrong codes. */
export const CODE_GUESSES = {
  person: { most: 15, seconds: HOUR },
  network: { most: 40, seconds: HOUR },
} as const satisfies Record<string, Limit>

/**
 * Counts the wrong codes of a person and of the network they come from, wherever codes are looked up. Each code counts
 * before it is looked up, so that many at the same moment are no way around the limit; a right one is given back. The
 * same code again is no guess: a link to a closed account comes with every page. `network` '': no request asks.
 */
export function codeGuesses(limits: RateLimiter, actor: Actor, network: string): CodeGuesses {
  const callers = [
    ...(network === '' ? [] : [{ who: `network ${network}`, limit: CODE_GUESSES.network }]),
    ...(actor.kind === 'person' ? [{ who: `person ${actor.id}`, limit: CODE_GUESSES.person }] : []),
  ]
  const admitOne = async (who: string, limit: Limit, code: string) => {
    const once = { most: 1, seconds: limit.seconds }
    const isKnown = (await limits.peek(TRIED, `${who} ${code}`, once)) > 0
    if (isKnown) return { wait: 0, counted: false }
    const wait = await limits.consume(WHAT, who, limit)
    if (wait === 0) await limits.count(TRIED, `${who} ${code}`, once)
    return { wait, counted: wait === 0 }
  }
  return {
    async admit(codes) {
      const counted: { who: string; code: string }[] = []
      let waitSeconds = 0
      for (const { who, limit } of callers) {
        for (const code of new Set(codes)) {
          const one = await admitOne(who, limit, code)
          waitSeconds = Math.max(waitSeconds, one.wait)
          if (one.counted) counted.push({ who, code })
        }
      }
      const settle = async (missed: ReadonlySet<string>) => {
        for (const { who, code } of counted) if (!missed.has(code)) await limits.giveBack(WHAT, who)
      }
      return { waitSeconds, settle }
    },
  }
}
