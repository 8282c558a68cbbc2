import { createHmac } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { keyOf as derivedKey } from '#infra/keys/key-ring.ts'
import { networkOf } from '#infra/rate-limits/network.ts'
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '#shop/kernel/duration.ts'
import { PREPARED } from '#shop/prepared-statement.ts'

/**
 * At most `max` tries in `seconds`. `isRemembered`: this process refuses further tries of a window without asking
 * the database, so that a flood costs it nothing. Not for limits whose tries are given back.
 */
export type Limit = { max: number; seconds: number; isRemembered?: true }

/** The state after a try. `wait`: seconds to wait when there were too many, else 0. */
export type RateLimitState = { remaining: number; resetSeconds: number; wait: number }

/** A try of `what` by `who` (a client address, an email address), counted against `limit`. */
export type Attempt = { what: string; who: string; limit: Limit }

export type RateLimiter = {
  /** Counts a try of `what` by `who`. */
  count(what: string, who: string, limit: Limit): Promise<RateLimitState>
  /** Counts tries that differ in `what` or `who`, in one statement; the states are in the same order. */
  countAll(attempts: readonly Attempt[]): Promise<RateLimitState[]>
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
  count: async (_what, _who, limit) => unlimited(limit),
  countAll: async (attempts) => attempts.map(({ limit }) => unlimited(limit)),
  consume: async () => 0,
  peek: async () => 0,
  giveBack: async () => {},
  reset: async () => {},
}

/** `secret`: the shop's newest; the same in every process. With another one all counts begin anew. */
type Options = { enabled: boolean; now: () => Date; secret: string }

/** Limits counted in the database, so that they hold across processes. */
export function createRateLimiter(db: Kysely<DB>, { enabled, now, secret }: Options): RateLimiter {
  if (!enabled) return NO_RATE_LIMITS
  const hashKey = derivedKey(secret, 'counters')
  /** Addresses are personal data and few enough to enumerate: only a keyed hash is stored, until the window ends. */
  const keyOf = (what: string, who: string) =>
    `${what}:${createHmac('sha256', hashKey).update(who).digest('base64url')}`
  const refused = new Map<string, Window>()
  const countAll: RateLimiter['countAll'] = async (attempts) => {
    const at = now()
    const asked = attempts.map(({ what, who, limit }) => ({ key: keyOf(what, who), limit }))
    const windows = new Map<string, Window>()
    for (const { key } of asked) {
      const window = refused.get(key)
      if (window && window.windowEndsAt > at) windows.set(key, window)
      else refused.delete(key)
    }
    const counted = await countAttempts(
      db,
      asked.filter(({ key }) => !windows.has(key)),
      at,
    )
    for (const window of counted) windows.set(window.key, window)
    if (counted.some(({ count }) => count === 1)) await deleteEnded(db, at)
    return asked.map(({ key, limit }) => {
      const window = windows.get(key)
      if (!window) throw new Error('A counted try has no window')
      if (limit.isRemembered && window.count > limit.max) remember(refused, key, window)
      return stateOf(window, limit, at)
    })
  }
  const count: RateLimiter['count'] = async (what, who, limit) => {
    const [state] = await countAll([{ what, who, limit }])
    return state ?? unlimited(limit)
  }
  return {
    count,
    countAll,
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
const SKEW_SECONDS = 60

/**
 * One statement, so that concurrent tries are counted one by one. An ended window begins anew. Rows are locked in the
 * order of their keys, so that concurrent requests cannot wait for each other in a circle.
 */
async function countAttempts(
  db: Kysely<DB>,
  asked: readonly { key: string; limit: Limit }[],
  now: Date,
): Promise<(Window & { key: string })[]> {
  if (asked.length === 0) return []
  const keys = asked.map(({ key }) => key)
  const ends = asked.map(({ limit }) => new Date(now.getTime() + limit.seconds * 1000))
  // Does not wait for the disk: a crash of the database may lose the tries of its last second.
  // A window that ends too far ahead was begun by a fast clock, and would refuse people for as long.
  const { rows } = await sql<Window & { key: string }>`${PREPARED}
    with no_disk_wait as (select set_config('synchronous_commit', 'off', true))
    insert into request_limits as kept (key, count, window_ends_at)
    select key, 1, window_ends_at
    from no_disk_wait, unnest(${keys}::text[], ${ends}::timestamptz[]) as asked (key, window_ends_at) order by key
    on conflict (key) do update set (count, window_ends_at) = (
      select case when has_ended then 1 else kept.count + 1 end,
        case when has_ended then excluded.window_ends_at else kept.window_ends_at end
      from (select kept.window_ends_at <= ${now}::timestamptz
        or kept.window_ends_at > excluded.window_ends_at + ${`${SKEW_SECONDS} seconds`}::interval) as state (has_ended)
    )
    returning key, count, window_ends_at`.execute(db)
  return rows
}

/** Skips rows that others hold: waiting for one while holding another could end in a deadlock. */
async function deleteEnded(db: Kysely<DB>, now: Date): Promise<void> {
  const ended = db.selectFrom('requestLimits').select('key').where('windowEndsAt', '<=', now)
  await db.deleteFrom('requestLimits').where('key', 'in', ended.forUpdate().skipLocked()).execute()
}

function unlimited({ max, seconds }: Limit): RateLimitState {
  return { remaining: max, resetSeconds: seconds, wait: 0 }
}

function stateOf({ count, windowEndsAt }: Window, { max }: Limit, now: Date): RateLimitState {
  const resetSeconds = Math.max(1, Math.ceil((windowEndsAt.getTime() - now.getTime()) / 1000))
  return { remaining: Math.max(0, max - count), resetSeconds, wait: count > max ? resetSeconds : 0 }
}

const QUARTER_HOUR = 900
/** By number, with or without an account; the account itself is locked after ten wrong PINs (shop/programme/pin.ts). */
const PINS_BY_PHONE: Limit = { max: 5, seconds: QUARTER_HOUR }
const PINS_BY_NETWORK: Limit = { max: 100, seconds: QUARTER_HOUR }
/** Against floods: each try is a few slow hashes. A group at one meeting signs in one after the other. */
const PINS_IN_A_MINUTE: Limit = { max: 20, seconds: MINUTE_SECONDS }
/** By network: a group may use its cards together. */
export const CARD_TRIES: Limit = { max: 60, seconds: QUARTER_HOUR }

/** Who tries a PIN. `phone`: the ten digits; `knownAs`: the accounts that the phone knows, '' for an unknown phone. */
type PinAttempt = { phone: string; knownAs: string }
const triedBy = ({ phone, knownAs }: PinAttempt) => (knownAs ? `${phone} ${knownAs}` : phone)

/** Counts a sign-in by PIN and returns the seconds to wait before the next one, or 0. */
export async function countPinAttempt(
  limits: RateLimiter,
  { address, ...attempt }: PinAttempt & { address: string },
): Promise<number> {
  const phones = phonesOf(attempt)
  const counted = await limits.countAll([
    { what: 'worker pin', who: triedBy(attempt), limit: PINS_BY_PHONE },
    { what: `${phones} network`, who: networkOf(address), limit: PINS_BY_NETWORK },
    { what: `${phones} flood`, who: networkOf(address), limit: PINS_IN_A_MINUTE },
  ])
  return Math.max(...counted.map(({ wait }) => wait))
}

/** A stranger in the network of a known phone does not use up its tries. */
const phonesOf = ({ knownAs }: PinAttempt) => (knownAs ? 'worker pin known' : 'worker pin')

/** After a right PIN: resets the number's tries by such a phone, and gives the network's back. */
export async function resetPinAttempts(
  limits: RateLimiter,
  { address, ...attempt }: PinAttempt & { address: string },
): Promise<void> {
  await limits.reset('worker pin', triedBy(attempt))
  await limits.giveBack(`${phonesOf(attempt)} network`, networkOf(address))
}

/**
 * Typed codes of a second factor; a right one gives the short window back, so a day's wrong ones stay few. By person and
 * network, so that whoever knows a password locks nobody out elsewhere.
 */
const FACTOR_CODES: Limit = { max: 6, seconds: QUARTER_HOUR }
const FACTOR_CODES_A_DAY: Limit = { max: 30, seconds: DAY_SECONDS }
const FACTOR_CODES_OF_ALL: Limit = { max: 100, seconds: DAY_SECONDS }
const FACTOR_CODES_BY_NETWORK: Limit = { max: 60, seconds: QUARTER_HOUR }

type FactorAttempt = { person: string; address: string }

const factorTriedBy = ({ person, address }: FactorAttempt) => `${person} ${networkOf(address)}`

/** Counts a typed code of a person's second factor and returns the seconds to wait before the next one, or 0. */
export async function countFactorCode(
  limits: RateLimiter,
  { person, address }: FactorAttempt,
): Promise<number> {
  const there = factorTriedBy({ person, address })
  const counted = await limits.countAll([
    { what: 'factor code', who: there, limit: FACTOR_CODES },
    { what: 'factor code day', who: there, limit: FACTOR_CODES_A_DAY },
    { what: 'factor code of all', who: person, limit: FACTOR_CODES_OF_ALL },
    { what: 'factor code network', who: networkOf(address), limit: FACTOR_CODES_BY_NETWORK },
  ])
  return Math.max(...counted.map(({ wait }) => wait))
}

/** Gives the tries of a right code back. */
export async function resetFactorCodes(limits: RateLimiter, attempt: FactorAttempt): Promise<void> {
  await limits.reset('factor code', factorTriedBy(attempt))
  await limits.giveBack('factor code day', factorTriedBy(attempt))
  await limits.giveBack('factor code of all', attempt.person)
}

/** By network, over pages, their data and the API: a household or an office types fewer searches a minute. */
export const SEARCHES: Limit = { max: 120, seconds: 60, isRemembered: true }

/** By network: several are asked for while one search is typed. */
export const SUGGESTIONS: Limit = { max: 600, seconds: 60, isRemembered: true }

/** Counts a search from this client address, or suggestions for one. */
export async function countSearch(
  limits: RateLimiter,
  address: string,
  kind: 'search' | 'suggestions' = 'search',
): Promise<RateLimitState & { limit: number }> {
  const limit = kind === 'search' ? SEARCHES : SUGGESTIONS
  return { ...(await limits.count(kind, networkOf(address), limit)), limit: limit.max }
}

export type OrderAttempt = 'place' | 'cancel'

/** A network gets this multiple of an account's limit: offices and mobile networks share an address. */
const NETWORK_SHARE = 10

/**
 * Counts an order that is placed or cancelled, by account and network. `limit` and the rest are the account's, `wait`
 * covers both.
 */
export async function countOrderAttempt(
  limits: RateLimiter,
  kind: OrderAttempt,
  { person, network, perHour }: { person: string; network: string; perHour: number },
): Promise<RateLimitState & { limit: number }> {
  const own = { max: perHour, seconds: HOUR_SECONDS }
  const shared = { max: perHour * NETWORK_SHARE, seconds: HOUR_SECONDS }
  const [account = unlimited(own), others = unlimited(shared)] = await limits.countAll([
    { what: `${kind} order`, who: person, limit: own },
    { what: `${kind} order network`, who: network, limit: shared },
  ])
  return { ...account, limit: perHour, wait: Math.max(account.wait, others.wait) }
}
