import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { keyOf as derivedKey } from '#infra/keys/key-ring.ts'
import { networkOf } from '#infra/rate-limits/network.ts'
import type { Db } from '#shop/ctx.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '#shop/kernel/duration.ts'
import { PREPARED } from '#shop/prepared-statement.ts'

/** At most `max` attempts in `seconds`. */
export type Limit = { max: number; seconds: number }

/** `wait`: seconds, 0 if admitted. */
export type RateLimitState = { remaining: number; resetSeconds: number; wait: number }

export type Attempt = { kind: string; id: string; limit: Limit }

export type RateLimiter = {
  count(kind: string, id: string, limit: Limit): Promise<RateLimitState>
  /** Counts attempts in one statement and returns their states in order. */
  countAll(attempts: readonly Attempt[]): Promise<RateLimitState[]>
  /** Counts and returns the seconds to wait. */
  consume(kind: string, id: string, limit: Limit): Promise<number>
  /** Returns the seconds until the next attempt is allowed, without counting. */
  peek(kind: string, id: string, limit: Limit): Promise<number>
  refund(kind: string, id: string): Promise<void>
  reset(kind: string, id: string): Promise<void>
}

export const NO_RATE_LIMITS: RateLimiter = {
  count: async (_kind, _id, limit) => withoutLimit(limit),
  countAll: async (attempts) => attempts.map(({ limit }) => withoutLimit(limit)),
  consume: async () => 0,
  peek: async () => 0,
  refund: async () => {},
  reset: async () => {},
}

/** `secret`: the same in every process. A new secret resets all counts. */
type Options = { enabled: boolean; now: () => Date; secret: string }

export function createRateLimiter(db: Db, { enabled, now, secret }: Options): RateLimiter {
  if (!enabled) return NO_RATE_LIMITS
  const hashKey = derivedKey(secret, 'counters')
  /** Stores only a keyed hash: addresses are personal and few enough to enumerate. */
  const keyOf = (kind: string, id: string) =>
    `${kind}:${createHmac('sha256', hashKey).update(id).digest('base64url')}`
  const countAll: RateLimiter['countAll'] = async (attempts) => {
    const at = now()
    const keys = attempts.map(({ kind, id, limit }) => ({ key: keyOf(kind, id), limit }))
    const counters = await countAttempts(db, keys, at)
    if (counters.some(({ count }) => count === 1)) await deleteExpired(db, at)
    const windows = new Map(counters.map((window) => [window.key, window]))
    return keys.map(({ key, limit }) => {
      const window = windows.get(key)
      if (!window) throw new Error('Counting an attempt returned no window')
      return stateOf(window, limit, at)
    })
  }
  const count: RateLimiter['count'] = async (kind, id, limit) => {
    const [state] = await countAll([{ kind, id, limit }])
    return state ?? withoutLimit(limit)
  }
  return {
    count,
    countAll,
    consume: async (...attempt) => (await count(...attempt)).wait,
    peek: async (kind, id, { max }) => {
      const at = now()
      const tries = await db
        .selectFrom('requestLimits')
        .select(['count', 'windowEndsAt'])
        .where('key', '=', keyOf(kind, id))
        .where('windowEndsAt', '>', at)
        .executeTakeFirst()
      return tries && tries.count >= max ? stateOf(tries, { max: max - 1, seconds: 0 }, at).wait : 0
    },
    refund: async (kind, id) => {
      await db
        .updateTable('requestLimits')
        .set((eb) => ({ count: eb('count', '-', 1) }))
        .where('key', '=', keyOf(kind, id))
        .where('count', '>', 0)
        .execute()
    },
    reset: async (kind, id) => {
      await db.deleteFrom('requestLimits').where('key', '=', keyOf(kind, id)).execute()
    },
  }
}

type Window = { count: number; windowEndsAt: Date }

/** Assumed clock difference between two processes. */
const SKEW_SECONDS = 60

/** Counts concurrent attempts exactly. Rows are locked in key order, which avoids deadlocks. */
async function countAttempts(db: Db, attempts: readonly { key: string; limit: Limit }[], now: Date) {
  const keys = attempts.map(({ key }) => key)
  const ends = attempts.map(({ limit }) => new Date(now.getTime() + limit.seconds * 1000))
  // A crash may lose the attempts of the last second, since the commit does not wait for the disk. A window
  // that ends too far ahead was begun by a process with a fast clock, so it counts as ended.
  const { rows } = await sql<Window & { key: string }>`${PREPARED}
    with no_disk_wait as (select set_config('synchronous_commit', 'off', true))
    insert into request_limits as stored (key, count, window_ends_at)
    select key, 1, window_ends_at
    from no_disk_wait, unnest(${keys}::text[], ${ends}::timestamptz[]) as attempts (key, window_ends_at) order by key
    on conflict (key) do update set (count, window_ends_at) = (
      select case when has_ended then 1 else stored.count + 1 end,
        case when has_ended then excluded.window_ends_at else stored.window_ends_at end
      from (select stored.window_ends_at <= ${now}::timestamptz
        or stored.window_ends_at > excluded.window_ends_at + ${`${SKEW_SECONDS} seconds`}::interval) as state (has_ended)
    )
    returning key, count, window_ends_at`.execute(db)
  return rows
}

/** Skips locked rows, which avoids deadlocks. */
async function deleteExpired(db: Db, now: Date): Promise<void> {
  const expired = db.selectFrom('requestLimits').select('key').where('windowEndsAt', '<=', now)
  await db.deleteFrom('requestLimits').where('key', 'in', expired.forUpdate().skipLocked()).execute()
}

function withoutLimit({ max, seconds }: Limit): RateLimitState {
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
/** Per phone number. The account itself is locked after ten wrong PINs (shop/programme/pin.ts). */
export const PINS_BY_PHONE: Limit = { max: 5, seconds: QUARTER_HOUR }
const PINS_BY_NETWORK: Limit = { max: 100, seconds: QUARTER_HOUR }
/** Per network, and high because the members of a group may use their cards together. */
export const CARD_TRIES: Limit = { max: 60, seconds: QUARTER_HOUR }

/** `device`: null for a device that has not signed in to any account. */
type PinAttempt = { phone: string; device: string | null; address: string }

export async function countPinAttempt(limits: RateLimiter, attempt: PinAttempt): Promise<number> {
  return longestWait(limits, pinCounters(attempt))
}

/** Refunds the attempts after a correct PIN. */
export async function resetPinAttempts(limits: RateLimiter, attempt: PinAttempt): Promise<void> {
  await resetOwn(limits, pinCounters(attempt))
}

/** Resets the person's own counter and refunds this attempt to the shared one. */
async function resetOwn(limits: RateLimiter, [own, shared]: [own: Attempt, shared: Attempt]): Promise<void> {
  await limits.reset(own.kind, own.id)
  await limits.refund(shared.kind, shared.id)
}

/** Counts known devices separately, so that strangers in the same network do not lock them out. */
function pinCounters({ phone, device, address }: PinAttempt): [Attempt, Attempt] {
  const kind = device === null ? 'worker pin' : 'worker pin device'
  return [
    { kind, id: `${phone} ${device ?? ''}`, limit: PINS_BY_PHONE },
    { kind: `${kind} network`, id: networkOf(address), limit: PINS_BY_NETWORK },
  ]
}

/** Per person and network, so that attempts from one network do not use up those from another. */
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
    { kind: 'factor code', id: `${person} ${networkOf(address)}`, limit: FACTOR_CODES },
    { kind: 'factor code person', id: person, limit: FACTOR_CODES_OF_PERSON },
  ]
}

/** Per network, for pages and API together. High because a household or an office shares one network. */
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

const DELETION_LINKS: Limit = { max: 5, seconds: QUARTER_HOUR }

/** Counts the emails with a link that closes an account, requested on pages or by the API. */
export async function countDeletionLink(limits: RateLimiter, person: string) {
  return { ...(await limits.count('closing-link', person, DELETION_LINKS)), limit: DELETION_LINKS.max }
}

export type OrderAttempt = 'place' | 'cancel'

/** A network may place this multiple of an account's orders: offices and mobile networks share an address. */
const NETWORK_SHARE = 10

type OrderSender = { person: string; network: string }

/** Counts placed or cancelled orders. `wait` is the longest of the three counters, the rest the account's. */
export async function countOrderAttempt(
  limits: RateLimiter,
  kind: OrderAttempt,
  { perHour, ...sender }: OrderSender & { perHour: number },
): Promise<RateLimitState & { limit: number }> {
  const own = { max: perHour, seconds: HOUR_SECONDS }
  const shared = { max: perHour * NETWORK_SHARE, seconds: HOUR_SECONDS }
  const [account, network] = orderCounters(kind, sender)
  const [state = withoutLimit(own), ...others] = await limits.countAll([
    { ...account, limit: own },
    { ...network, limit: shared },
    // Also counts refused tries, each of which prices a cart.
    { kind: `${kind} order try`, id: sender.person, limit: shared },
  ])
  return { ...state, limit: perHour, wait: Math.max(state.wait, ...others.map(({ wait }) => wait)) }
}

/** Refunds an attempt that changed nothing, such as a refused order. */
export async function refundOrderAttempt(limits: RateLimiter, kind: OrderAttempt, sender: OrderSender) {
  for (const counter of orderCounters(kind, sender)) await limits.refund(counter.kind, counter.id)
}

function orderCounters(kind: OrderAttempt, { person, network }: OrderSender) {
  return [
    { kind: `${kind} order`, id: person },
    { kind: `${kind} order network`, id: network },
  ] as const
}
