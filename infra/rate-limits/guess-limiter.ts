import type { Limit, RateLimiter } from '#infra/rate-limits/rate-limits.ts'
import type { GuessLimiter } from '#shop/ctx.ts'
import type { Actor } from '#shop/kernel/actor.ts'
import { HOUR_SECONDS } from '#shop/kernel/duration.ts'

const WHAT = 'wrong code'
const TRIED = 'tried code'
/** Wrong codes an hour. A person with at most `clean` wrong ones is admitted when the network's are used up. */
export const CODE_GUESSES = {
  clean: 3,
  person: { max: 15, seconds: HOUR_SECONDS },
  network: { max: 40, seconds: HOUR_SECONDS },
} as const

const MORE_THAN_CLEAN = { max: CODE_GUESSES.clean + 1, seconds: HOUR_SECONDS } satisfies Limit

/**
 * Counts a code before its lookup, so that concurrent requests stay within the limit. A valid one is refunded, a
 * repeated one is free. `network` is '' outside requests.
 */
export function guessLimiter(limits: RateLimiter, actor: Actor, network: string): GuessLimiter {
  const person = actor.kind === 'person' ? { who: `person ${actor.id}`, limit: CODE_GUESSES.person } : null
  const callers = [
    ...(person ? [person] : []),
    ...(network === '' ? [] : [{ who: `network ${network}`, limit: CODE_GUESSES.network }]),
  ]
  const admitOne = async (who: string, limit: Limit, code: string) => {
    const once = { max: 1, seconds: limit.seconds }
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
        // Counted after this request's codes.
        const isClean =
          person !== null &&
          person.who !== who &&
          (await limits.peek(WHAT, person.who, MORE_THAN_CLEAN)) === 0
        for (const code of new Set(codes)) {
          const attempt = await admitOne(who, limit, code)
          if (!isClean) waitSeconds = Math.max(waitSeconds, attempt.wait)
          if (attempt.counted) counted.push({ who, code })
        }
      }
      const recordUnknown = async (missed: ReadonlySet<string>) => {
        for (const { who, code } of counted) if (!missed.has(code)) await limits.giveBack(WHAT, who)
      }
      return { waitSeconds, recordUnknown }
    },
  }
}
