import type { AuthContext, BetterAuthPlugin } from 'better-auth'
import { APIError, getSessionFromCtx } from 'better-auth/api'
import { callOf, hook, hooksPlugin, requestTo } from '#infra/accounts/hooks.ts'
import { deviceKey, knownAccounts, knownDevice } from '#infra/accounts/known-devices.ts'
import { networkOf } from '#infra/rate-limits/network.ts'
import { type Attempt, type Limit, longestWait, type RateLimiter } from '#infra/rate-limits/rate-limits.ts'
import type { Db } from '#shop/ctx.ts'
import { HOUR_SECONDS } from '#shop/kernel/duration.ts'

/** Each of these sends an email; the limits prevent flooded mailboxes. */
const MAIL_PATHS = ['/sign-up/email', '/request-password-reset', '/send-verification-email']
export const EMAILS_TO_ADDRESS: Limit = { max: 5, seconds: HOUR_SECONDS }
const EMAILS_BY_NETWORK: Limit = { max: 100, seconds: HOUR_SECONDS }

/** Each of these hashes a password, writes a row or sends an email. */
const COSTLY_PATHS = [
  ...MAIL_PATHS,
  ...['/sign-in/email', '/sign-in/social', '/change-password', '/verify-email', '/reset-password'],
]
const COSTLY_REQUESTS: Limit = { max: 3, seconds: 10 }
const OTHER_REQUESTS: Limit = { max: 100, seconds: 10 }

const PASSWORDS: Limit = { max: 10, seconds: 900 }
const PASSWORDS_BY_NETWORK: Limit = { max: 100, seconds: 900 }
/** The paths that check a password; the shop's own pages use `checkPassword`. */
const PASSWORD_PATHS = ['/sign-in/email', '/change-password', '/verify-password']
const TOO_MANY = { code: 'TOO_MANY_REQUESTS', message: 'Too many attempts' }

type Handler = (request: Request) => Promise<Response>

/** Counts each request before the library's hooks, which may refuse it. Known devices have their own budgets. */
export function limitFloods(
  limits: RateLimiter,
  {
    handler,
    $context,
  }: { handler: Handler; $context: Promise<Pick<AuthContext, 'createAuthCookie' | 'secret'>> },
): Handler {
  return async (request) => {
    const path = new URL(request.url).pathname.replace(/^\/api\/auth/, '')
    const isCostly = COSTLY_PATHS.includes(path)
    const [account] = isCostly ? knownAccounts(await $context, cookiesOf(request.headers)) : []
    const id = account ? deviceKey(account) : networkOf(addressOf(request.headers))
    const wait = isCostly
      ? await limits.consume(`${path} flood`, id, COSTLY_REQUESTS)
      : await limits.consume('accounts', id, OTHER_REQUESTS)
    if (wait === 0) return handler(request)
    return Response.json(TOO_MANY, { status: 429, headers: { 'x-retry-after': String(wait) } })
  }
}

/**
 * Limits emails and password attempts. A sign-in refunds attempts (see `refundPasswordAttempt`).
 * `onLimit` is called for each sign-in that the limit refuses.
 */
export function passwordRateLimits(
  { db, limits }: { db: Db; limits: RateLimiter },
  onLimit: (attempt: { email: string; headers: Headers | undefined }) => Promise<void>,
): BetterAuthPlugin {
  const attemptOf = async (
    { context, headers }: { context: AuthContext; headers?: Headers | undefined },
    email: string | null,
  ): Promise<PasswordAttempt> => ({
    email,
    device: await knownDevice(db, context, { cookies: cookiesOf(headers), email }),
    address: addressOf(headers),
  })
  return hooksPlugin('guess-limits', {
    before: [
      hook(requestTo(...MAIL_PATHS), async (c) => {
        const network = networkOf(addressOf(c.headers))
        const email = emailIn(c.body)
        const attempts: Attempt[] = [{ kind: `${c.path} network`, id: network, limit: EMAILS_BY_NETWORK }]
        if (email) attempts.push({ kind: c.path, id: email, limit: EMAILS_TO_ADDRESS })
        refuseFor(await longestWait(limits, attempts))
      }),
      hook(requestTo(...PASSWORD_PATHS), async (c) => {
        const isSignIn = c.path === '/sign-in/email'
        const email = isSignIn ? emailIn(c.body) : ((await getSessionFromCtx(c))?.user.email ?? null)
        // Without a session the library refuses.
        if (!isSignIn && email === null) return
        const wait = await countPasswordAttempt(limits, await attemptOf(c, email))
        if (isSignIn && wait > 0 && email !== null) await onLimit({ email, headers: c.headers })
        refuseFor(wait)
      }),
    ],
    after: [
      hook(callOf('/sign-in/email'), async (c) => {
        if (c.context.newSession) await refundPasswordAttempt(limits, await attemptOf(c, emailIn(c.body)))
      }),
    ],
  })
}

function addressOf(headers: Headers | undefined): string {
  return headers?.get('x-real-ip') ?? ''
}

function cookiesOf(headers: Headers | undefined): string {
  return headers?.get('cookie') ?? ''
}

/** Returns the email address in lower case, so that its spellings share a limit; null if missing. */
export function emailIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('email' in body)) return null
  return typeof body.email === 'string' ? body.email.trim().toLowerCase() : null
}

function refuseFor(wait: number): void {
  if (wait > 0) throw new APIError('TOO_MANY_REQUESTS', TOO_MANY, { 'x-retry-after': String(wait) })
}

/** `email` is null if missing; `device` is null for a device that has not signed in to the account. */
type PasswordAttempt = { email: string | null; device: string | null; address: string }

/** Counts an attempt by device, or by account and network. Returns the seconds to wait, or 0. */
export async function countPasswordAttempt(limits: RateLimiter, attempt: PasswordAttempt): Promise<number> {
  return longestWait(limits, countersOf(attempt))
}

/** After a correct password, refunds all attempts of the device or account and this attempt of the network. */
export async function refundPasswordAttempt(limits: RateLimiter, attempt: PasswordAttempt): Promise<void> {
  for (const { kind, id, limit } of countersOf(attempt))
    await (limit === PASSWORDS ? limits.reset(kind, id) : limits.refund(kind, id))
}

function countersOf({ email, device, address }: PasswordAttempt): Attempt[] {
  if (device !== null) return [{ kind: 'password device', id: device, limit: PASSWORDS }]
  const network = { kind: 'password network', id: networkOf(address), limit: PASSWORDS_BY_NETWORK }
  return email === null
    ? [network]
    : [network, { kind: 'password', id: email.toLowerCase(), limit: PASSWORDS }]
}
