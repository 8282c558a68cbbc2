import type { AuthContext, BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { anyMarkOf, type KnownBrowser, knownBrowser } from '#infra/accounts/known-browsers.ts'
import { networkOf } from '#infra/rate-limits/network.ts'
import type { Attempt, Limit, RateLimiter } from '#infra/rate-limits/rate-limits.ts'
import { HOUR_SECONDS, MINUTE_SECONDS } from '#shop/kernel/duration.ts'

type Guarded = { address: Limit; network: Limit }

/** Each of these sends an email; the limit keeps mailboxes from being flooded. */
export const EMAIL_LIMITS: Guarded = {
  address: { max: 5, seconds: HOUR_SECONDS },
  network: { max: 100, seconds: HOUR_SECONDS },
}

const MAILING: Readonly<Record<string, Guarded>> = {
  '/sign-up/email': EMAIL_LIMITS,
  '/request-password-reset': EMAIL_LIMITS,
  '/send-verification-email': EMAIL_LIMITS,
}

/** Short windows against floods, by network; of known browsers one by one on the paths of `BY_BROWSER`. */
const FLOODS: Readonly<Record<string, Limit>> = {
  '/sign-in/email': { max: 3, seconds: 10 },
  '/change-password': { max: 3, seconds: 10 },
  '/sign-in/social': { max: 10, seconds: MINUTE_SECONDS },
  '/sign-up/email': { max: 5, seconds: MINUTE_SECONDS },
  '/request-password-reset': { max: 3, seconds: MINUTE_SECONDS },
  '/send-verification-email': { max: 3, seconds: MINUTE_SECONDS },
  '/verify-email': { max: 10, seconds: MINUTE_SECONDS },
  '/reset-password': { max: 10, seconds: MINUTE_SECONDS },
}
const BY_BROWSER = ['/sign-in/email', '/change-password']
const TOO_MANY = { code: 'TOO_MANY_REQUESTS', message: 'Too many attempts' }

const OTHER_PATHS: Limit = { max: 100, seconds: 10 }

/** Paths that ask a signed-in person for the password. */
const ASK_AGAIN = ['/change-password', '/verify-password']

const QUARTER_HOUR = 900
/** For all unknown browsers together; each browser that signed in to the account before has as many of its own. */
const PASSWORDS_BY_ACCOUNT: Limit = { max: 10, seconds: QUARTER_HOUR }
const PASSWORDS_BY_NETWORK: Limit = { max: 100, seconds: QUARTER_HOUR }
/** For all browsers together that know an account, so that copied cookies add up to few tries. */
const PASSWORDS_BY_KNOWN: Limit = { max: 30, seconds: QUARTER_HOUR }

/** One counter for all password checks: sign-in, change of password, account deletion. */
const PASSWORD = 'password'
/** The counter of a known browser, so that strangers do not use up the tries of an account's owner. */
const KNOWN_PASSWORD = 'password known'
const ALL_KNOWN = 'password all known'

type Handle = (request: Request) => Promise<Response>

/**
 * Counts each request before the library's hooks run, since the library refuses and logs some requests before them: by
 * network, and a known browser's passwords by browser, so that a stranger in its network does not keep it out. Beyond the limit
 * it answers 429 with `x-retry-after` in seconds.
 */
export function limitFloods(
  limits: RateLimiter,
  {
    handler,
    $context,
  }: { handler: Handle; $context: Promise<Pick<AuthContext, 'createAuthCookie' | 'secret'>> },
): Handle {
  return async (request) => {
    const path = new URL(request.url).pathname.replace(/^\/api\/auth/, '')
    const own = FLOODS[path]
    const name = own ? `${path} flood` : 'accounts'
    const mark = BY_BROWSER.includes(path) ? anyMarkOf(await $context, cookiesOf(request.headers)) : null
    const [what, who] =
      mark === null ? [name, networkOf(addressOf(request.headers))] : [`${name} known`, mark]
    const wait = await limits.consume(what, who, own ?? OTHER_PATHS)
    if (wait === 0) return handler(request)
    return Response.json(TOO_MANY, { status: 429, headers: { 'x-retry-after': String(wait) } })
  }
}

type Stopped = { email: string; headers: Headers | undefined }

/**
 * Limits guesses by the address tried, with or without an account, and by network; those of a known browser apart. A correct
 * password resets the count of its kind of browser. `onStopped` hears of sign-ins that are not tried any more.
 */
export function passwordRateLimits(
  { db, limits }: { db: Kysely<DB>; limits: RateLimiter },
  onStopped: (stopped: Stopped) => Promise<void>,
): BetterAuthPlugin {
  return {
    id: 'guess-limits',
    hooks: {
      before: [
        {
          matcher: ({ path, request }) => request !== undefined && path !== undefined && path in MAILING,
          handler: createAuthMiddleware(async (c) => {
            const guarded = MAILING[c.path]
            if (!guarded) return
            const network = networkOf(addressOf(c.headers))
            const email = emailIn(c.body)
            const attempts: Attempt[] = [{ what: `${c.path} network`, who: network, limit: guarded.network }]
            if (email) attempts.push({ what: c.path, who: email, limit: guarded.address })
            refuseFor(await longestWait(limits, attempts))
          }),
        },
        {
          matcher: ({ path, request }) => request !== undefined && path === '/sign-in/email',
          handler: createAuthMiddleware(async (c) => {
            const email = emailIn(c.body)
            const cookies = cookiesOf(c.headers)
            const known = email === null ? null : await knownBrowser(db, c.context, { cookies, email })
            const wait = await countPasswordAttempt(limits, { email, known, address: addressOf(c.headers) })
            if (wait > 0 && email !== null) await onStopped({ email, headers: c.headers })
            refuseFor(wait)
          }),
        },
        {
          matcher: ({ path }) => ASK_AGAIN.includes(path ?? ''),
          handler: createAuthMiddleware(async (c) => {
            const session = await getSessionFromCtx(c)
            if (!session) return
            const { id, email } = session.user
            const known = await knownBrowser(db, c.context, { cookies: cookiesOf(c.headers), userId: id })
            refuseFor(await countPasswordAttempt(limits, { email, known, address: addressOf(c.headers) }))
          }),
        },
      ],
      after: [
        {
          matcher: ({ path, context }) =>
            (path === '/sign-in/email' || path === '/change-password') && Boolean(context.newSession),
          handler: createAuthMiddleware(async (c) => {
            const user = c.context.newSession?.user
            if (!user) return
            const who = { cookies: cookiesOf(c.headers), userId: user.id }
            const known = await knownBrowser(db, c.context, who)
            const address = addressOf(c.headers)
            await resetPasswordAttempts(limits, { email: user.email, known, address })
          }),
        },
      ],
    },
  }
}

function addressOf(headers: Headers | undefined): string {
  return headers?.get('x-real-ip') ?? ''
}

function cookiesOf(headers: Headers | undefined): string {
  return headers?.get('cookie') ?? ''
}

/** One spelling for each address, so that spellings are not counted apart. */
export function emailIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('email' in body)) return null
  return typeof body.email === 'string' ? body.email.trim().toLowerCase() : null
}

function refuseFor(wait: number): void {
  if (wait === 0) return
  throw new APIError('TOO_MANY_REQUESTS', TOO_MANY, { 'x-retry-after': String(wait) })
}

type Tried = { email: string | null; known: KnownBrowser | null }

/**
 * Counts a password try and returns the seconds to wait before the next one, or 0. `email`: the address tried, with or
 * without an account; null for an invalid one. `known`: the browser, when it knows the account. `address`: the client's network
 * address.
 */
export async function countPasswordAttempt(
  limits: RateLimiter,
  { email, known, address }: Tried & { address: string },
): Promise<number> {
  const { what, who } = counterOf({ email, known })
  const attempts: Attempt[] = [
    { what: `${what} network`, who: networkOf(address), limit: PASSWORDS_BY_NETWORK },
  ]
  if (who !== null) attempts.push({ what, who, limit: PASSWORDS_BY_ACCOUNT })
  if (known) attempts.push({ what: ALL_KNOWN, who: known.userId, limit: PASSWORDS_BY_KNOWN })
  return longestWait(limits, attempts)
}

/**
 * Resets the tries after a correct password: those of the known browser, or of all unknown ones together. Of the tries of the
 * network, and of all known browsers, only this one is given back.
 */
export async function resetPasswordAttempts(
  limits: RateLimiter,
  { address, ...tried }: Tried & { address: string },
): Promise<void> {
  const { what, who } = counterOf(tried)
  if (who !== null) await limits.reset(what, who)
  await limits.giveBack(`${what} network`, networkOf(address))
  if (tried.known) await limits.giveBack(ALL_KNOWN, tried.known.userId)
}

function counterOf({ email, known }: Tried): { what: string; who: string | null } {
  return known === null
    ? { what: PASSWORD, who: email?.toLowerCase() ?? null }
    : { what: KNOWN_PASSWORD, who: known.mark }
}

async function longestWait(limits: RateLimiter, attempts: readonly Attempt[]): Promise<number> {
  return Math.max(...(await limits.countAll(attempts)).map(({ wait }) => wait))
}
