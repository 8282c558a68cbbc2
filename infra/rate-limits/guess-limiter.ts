import type { Limit, RateLimiter } from '#infra/rate-limits/rate-limits.ts'
import type { GuessLimiter } from '#shop/ctx.ts'
import type { Actor } from '#shop/kernel/actor.ts'
import { HOUR_SECONDS } from '#shop/kernel/duration.ts'

const GUESSES = 'wrong code'
const REPEATS = 'tried code'
/** Wrong codes per hour. After at most `clean` of them, a person is admitted even if the network is over its limit. */
export const CODE_GUESSES = {
  clean: 3,
  person: { max: 15, seconds: HOUR_SECONDS },
  network: { max: 40, seconds: HOUR_SECONDS },
} as const

const MORE_THAN_CLEAN = { max: CODE_GUESSES.clean + 1, seconds: HOUR_SECONDS } satisfies Limit

/**
 * Counts a code before its lookup, so that concurrent requests stay within the limit. A valid code is refunded,
 * and a repeated code is not counted. `network` is '' outside requests.
 */
export function guessLimiter(limits: RateLimiter, actor: Actor, network: string): GuessLimiter {
  const person = actor.kind === 'person' ? { id: `person ${actor.id}`, limit: CODE_GUESSES.person } : null
  const callers = [
    ...(person ? [person] : []),
    ...(network === '' ? [] : [{ id: `network ${network}`, limit: CODE_GUESSES.network }]),
  ]
  const countCode = async (id: string, limit: Limit, code: string) => {
    const once = { max: 1, seconds: limit.seconds }
    const isKnown = (await limits.peek(REPEATS, `${id} ${code}`, once)) > 0
    if (isKnown) return { wait: 0, isCounted: false }
    const wait = await limits.consume(GUESSES, id, limit)
    if (wait === 0) await limits.count(REPEATS, `${id} ${code}`, once)
    return { wait, isCounted: wait === 0 }
  }
  return {
    async admit(codes) {
      const counted: { id: string; code: string }[] = []
      let waitSeconds = 0
      for (const { id, limit } of codes.length > 0 ? callers : []) {
        // The person's counter already includes this request's codes.
        const isClean =
          person !== null &&
          person.id !== id &&
          (await limits.peek(GUESSES, person.id, MORE_THAN_CLEAN)) === 0
        for (const code of new Set(codes)) {
          const attempt = await countCode(id, limit, code)
          if (!isClean) waitSeconds = Math.max(waitSeconds, attempt.wait)
          if (attempt.isCounted) counted.push({ id, code })
        }
      }
      const recordUnknown = async (unknown: ReadonlySet<string>) => {
        for (const { id, code } of counted) if (!unknown.has(code)) await limits.refund(GUESSES, id)
      }
      return { waitSeconds, recordUnknown }
    },
  }
}
