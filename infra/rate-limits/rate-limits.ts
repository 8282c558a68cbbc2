import { createHmac, hkdfSync } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'

/**
 * At most `max` tries in `seconds`. `isRemembered`: this process refuses further tries of a window without asking
 * the database, so that a flood costs it nothing. Not for limits whose tries are given back.
 */
export type Limit = { max: number; seconds: number; isRemembered?: true }

/** The state after a try. `wait`: seconds to wait when there were too many, else 0. */
export type RateLimitState = { remaining: number; resetSeconds: number; wait: number }

export type RateLimiter = {
  /** Counts a try of `what` by `who` (a client address, an email address). */
  count(what: string, who: string, limit: Limit): Promise<RateLimitState>
  /** The same, returning only the seconds to wait. */
  consume(what: string, who: string, limit: Limit): Promise<number>
  /** Seconds until the next try would be allowed; 0 when it is allowed now. Counts nothing. */
  peek(what: string, who: string, limit: Limit): Promise<number>
  /** Gives one try back. */
  giveBack(what: string, who: string): Promise<void>
  /** Gives all tries back. */
  reset(what: string, who: string): Promise<void>
}

/** A limiter that never refuses. */
export const NO_RATE_LIMITS: RateLimiter = {
  count: async (_what, _who, { max, seconds }) => ({ remaining: max, resetSeconds: seconds, wait: 0 }),
  consume: async () => 0,
  peek: async () => 0,
  giveBack: async () => {},
  reset: async () => {},
}

/** `secret`: the shop's own; the same in every process. */
type Options = { enabled: boolean; now: () => Date; secret: string }

/** Limits counted in the database, so that they hold across processes. */
export function createRateLimiter(db: Kysely<DB>, { enabled, now, secret }: Options): RateLimiter {
  if (!enabled) return NO_RATE_LIMITS
  const hashKey = Buffer.from(hkdfSync('sha256', secret, '', 'request limits', 32))
  /** Addresses are personal data and few enough to enumerate: only a keyed hash is stored, until the window ends. */
  const keyOf = (what: string, who: string) =>
    `${what}:${createHmac('sha256', hashKey).update(who).digest('base64url')}`
  const refused = new Map<string, Window>()
  const count: RateLimiter['count'] = async (what, who, limit) => {
    const at = now()
    const key = keyOf(what, who)
    const before = refused.get(key)
    if (before && before.windowEndsAt > at) return stateOf(before, limit, at)
    refused.delete(key)
    const tries = await countAttempt(db, key, limit, at)
    if (tries.count === 1) await deleteEnded(db, at)
    if (limit.isRemembered && tries.count > limit.max) remember(refused, key, tries)
    return stateOf(tries, limit, at)
  }
  return {
    count,
    consume: async (...asked) => (await count(...asked)).wait,
    peek: async (what, who, { max }) => {
      const at = now()
      const tries = await db
        .selectFrom('requestLimits')
        .select(['count', 'windowEndsAt'])
        .where('key', '=', keyOf(what, who))
        .where('windowEndsAt', '>', at)
        .executeTakeFirst()
      return tries && tries.count >= max ? stateOf(tries, { max: max - 1, seconds: 0 }, at).wait : 0
    },
    giveBack: async (what, who) => {
      await db
        .updateTable('requestLimits')
        .set((eb) => ({ count: eb('count', '-', 1) }))
        .where('key', '=', keyOf(what, who))
        .where('count', '>', 0)
        .execute()
    },
    reset: async (what, who) => {
      await db.deleteFrom('requestLimits').where('key', '=', keyOf(what, who)).execute()
    },
  }
}

type Window = { count: number; windowEndsAt: Date }

const MAX_REMEMBERED = 10_000

/** Evicts the entry that was refused longest ago. */
function remember(refused: Map<string, Window>, key: string, tries: Window): void {
  const oldest = refused.size >= MAX_REMEMBERED ? refused.keys().next().value : undefined
  if (oldest !== undefined) refused.delete(oldest)
  refused.set(key, tries)
}

/** Assumed clock difference between two processes. */
const SKEW_MS = 60_000

/** One statement, so that concurrent tries are counted one by one. An ended window begins anew. */
async function countAttempt(db: Kysely<DB>, key: string, { seconds }: Limit, now: Date): Promise<Window> {
  const windowEndsAt = new Date(now.getTime() + seconds * 1000)
  // A window that ends too far ahead was begun by a fast clock, and would refuse people for as long.
  const impossible = new Date(windowEndsAt.getTime() + SKEW_MS)
  const hasEnded = sql<boolean>`(request_limits.window_ends_at <= ${now} or request_limits.window_ends_at > ${impossible})`
  return db
    .insertInto('requestLimits')
    .values({ key, count: 1, windowEndsAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql`case when ${hasEnded} then 1 else request_limits.count + 1 end`,
        windowEndsAt: sql`case when ${hasEnded} then excluded.window_ends_at else request_limits.window_ends_at end`,
      }),
    )
    .returning(['count', 'windowEndsAt'])
    .executeTakeFirstOrThrow()
}

async function deleteEnded(db: Kysely<DB>, now: Date): Promise<void> {
  await db.deleteFrom('requestLimits').where('windowEndsAt', '<=', now).execute()
}

function stateOf({ count, windowEndsAt }: Window, { max }: Limit, now: Date): RateLimitState {
  const resetSeconds = Math.max(1, Math.ceil((windowEndsAt.getTime() - now.getTime()) / 1000))
  return { remaining: Math.max(0, max - count), resetSeconds, wait: count > max ? resetSeconds : 0 }
}
