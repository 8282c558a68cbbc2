import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { keyOf as derivedKey } from '#infra/keys/key-ring.ts'
import { networkOf } from '#infra/rate-limits/network.ts'
import type { Db } from '#shop/ctx.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '#shop/kernel/duration.ts'
import { PREPARED } from '#shop/prepared-statement.ts'

/** At most `max` tries in `seconds`. */
export type Limit = { max: number; seconds: number }

/** `wait`: seconds, 0 if admitted. */
export type RateLimitState = { remaining: number; resetSeconds: number; wait: number }

export type Attempt = { what: string; who: string; limit: Limit }

export type RateLimiter = {
  count(what: string, who: string, limit: Limit): Promise<RateLimitState>
  /** Counts attempts in one statement and returns their states in order. */
  countAll(attempts: readonly Attempt[]): Promise<RateLimitState[]>
  /** Counts and returns the seconds to wait. */
  consume(what: string, who: string, limit: Limit): Promise<number>
  /** Returns the seconds until the next try is allowed, without counting. */
  peek(what: string, who: string, limit: Limit): Promise<number>
  giveBack(what: string, who: string): Promise<void>
  reset(what: string, who: string): Promise<void>
}

export const NO_RATE_LIMITS: RateLimiter = {
  count: async (_what, _who, limit) => unlimited(limit),
  countAll: async (attempts) => attempts.map(({ limit }) => unlimited(limit)),
  consume: async () => 0,
  peek: async () => 0,
  giveBack: async () => {},
  reset: async () => {},
}

/** `secret`: the same in every process. Another one resets all counts. */
type Options = { enabled: boolean; now: () => Date; secret: string }

export function createRateLimiter(db: Db, { enabled, now, secret }: Options): RateLimiter {
  if (!enabled) return NO_RATE_LIMITS
  const hashKey = derivedKey(secret, 'counters')
  /** Stores only a keyed hash: addresses are personal and few enough to enumerate. */
  const keyOf = (what: string, who: string) =>
    `${what}:${createHmac('sha256', hashKey).update(who).digest('base64url')}`
  const countAll: RateLimiter['countAll'] = async (attempts) => {
    const at = now()
    const keyed = attempts.map(({ what, who, limit }) => ({ key: keyOf(what, who), limit }))
    const counted = await countAttempts(db, keyed, at)
    if (counted.some(({ count }) => count === 1)) await deleteEnded(db, at)
    const windows = new Map(counted.map((window) => [window.key, window]))
    return keyed.map(({ key, limit }) => {
      const window = windows.get(key)
      if (!window) throw new Error('A counted try has no window')
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
    consume: async (...attempt) => (await count(...attempt)).wait,
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

/** Assumed clock difference between two processes. */
const SKEW_SECONDS = 60

/** One statement counts concurrent tries one by one. Rows are locked in key order, which avoids deadlocks. */
async function countAttempts(db: Db, attempts: readonly { key: string; limit: Limit }[], now: Date) {
  const keys = attempts.map(({ key }) => key)
  const ends = attempts.map(({ limit }) => new Date(now.getTime() + limit.seconds * 1000))
  // A crash may lose the tries of its last second, since the commit does not wait for the disk.
  // A window that ends too far ahead was begun by a fast clock and would refuse people for as long.
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

/** Skips locked rows, which avoids deadlocks. */
async function deleteEnded(db: Db, now: Date): Promise<void> {
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

export async function longestWait(limits: RateLimiter, attempts: readonly Attempt[]): Promise<number> {
  return Math.max(...(await limits.countAll(attempts)).map(({ wait }) => wait))
}

const QUARTER_HOUR = 900
/** By phone number. The account itself is locked after ten wrong PINs (shop/programme/pin.ts). */
const PINS_BY_PHONE: Limit = { max: 5, seconds: QUARTER_HOUR }
const PINS_BY_NETWORK: Limit = { max: 100, seconds: QUARTER_HOUR }
/** By network: groups may use their cards together. */
export const CARD_TRIES: Limit = { max: 60, seconds: QUARTER_HOUR }

/** `device`: null for a device that has not signed in to any account. */
type PinAttempt = { phone: string; device: string | null; address: string }

export async function countPinAttempt(limits: RateLimiter, attempt: PinAttempt): Promise<number> {
  return longestWait(limits, pinCounters(attempt))
}

/** Refunds an attempt after a right PIN. */
export async function resetPinAttempts(limits: RateLimiter, attempt: PinAttempt): Promise<void> {
  await resetOwn(limits, pinCounters(attempt))
}

/** Forgets the tries of one counter, and gives this one back to the shared one. */
async function resetOwn(limits: RateLimiter, [own, shared]: [own: Attempt, shared: Attempt]): Promise<void> {
  await limits.reset(own.what, own.who)
  await limits.giveBack(shared.what, shared.who)
}

/** Known devices are counted apart, so that strangers in their network do not lock them out. */
function pinCounters({ phone, device, address }: PinAttempt): [Attempt, Attempt] {
  const kind = device === null ? 'worker pin' : 'worker pin device'
  return [
    { what: kind, who: `${phone} ${device ?? ''}`, limit: PINS_BY_PHONE },
    { what: `${kind} network`, who: networkOf(address), limit: PINS_BY_NETWORK },
  ]
}

/** A network cannot use up a person's attempts from others. */
const FACTOR_CODES: Limit = { max: 6, seconds: HOUR_SECONDS }
const FACTOR_CODES_OF_PERSON: Limit = { max: 150, seconds: DAY_SECONDS }

type FactorAttempt = { person: string; address: string }

export async function countFactorCode(limits: RateLimiter, attempt: FactorAttempt): Promise<number> {
  return longestWait(limits, factorCounters(attempt))
}

export async function resetFactorCodes(limits: RateLimiter, attempt: FactorAttempt): Promise<void> {
  await resetOwn(limits, factorCounters(attempt))
}

function factorCounters({ person, address }: FactorAttempt): [Attempt, Attempt] {
  return [
    { what: 'factor code', who: `${person} ${networkOf(address)}`, limit: FACTOR_CODES },
    { what: 'factor code person', who: person, limit: FACTOR_CODES_OF_PERSON },
  ]
}

/** By network, over pages and API: households and offices share one. */
export const SEARCHES: Limit = { max: 120, seconds: 60 }

export const SUGGESTIONS: Limit = { max: 600, seconds: 60 }

export async function countSearch(
  limits: RateLimiter,
  address: string,
  kind: 'search' | 'suggestions' = 'search',
): Promise<RateLimitState & { limit: number }> {
  const limit = kind === 'search' ? SEARCHES : SUGGESTIONS
  return { ...(await limits.count(kind, networkOf(address), limit)), limit: limit.max }
}

export type OrderAttempt = 'place' | 'cancel'

/** Offices and mobile networks share an address, so a network gets this multiple. */
const NETWORK_SHARE = 10

/** Counts placed or cancelled orders by account and network. `wait` covers both, the rest is the account's. */
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
