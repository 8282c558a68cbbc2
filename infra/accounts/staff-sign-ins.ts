import type { BetterAuthPlugin } from 'better-auth'
import { getSessionFromCtx, isAPIError } from 'better-auth/api'
import { SIGN_IN_REFUSED } from '#infra/accounts/anti-enumeration.ts'
import { emailIn } from '#infra/accounts/guess-limits.ts'
import {
  beganSession,
  callOf,
  type HookContext,
  hook,
  hooksPlugin,
  requestTo,
} from '#infra/accounts/hooks.ts'
import { deviceCookie, knownDevice } from '#infra/accounts/known-devices.ts'
import { leaveToJob, noteSecurity, type SignInWay } from '#infra/logging/security-events.ts'
import { clientOf } from '#infra/rate-limits/network.ts'
import type { RateLimiter } from '#infra/rate-limits/rate-limits.ts'
import { recordSignIn, type SignInEvent } from '#shop/audit/record-sign-in.ts'
import type { Db, Jobs, RefusedSignIn } from '#shop/ctx.ts'
import { HOUR_SECONDS } from '#shop/kernel/duration.ts'

const LONGEST_EMAIL = 254

/** How a session began, for the audit log (`by`) and the security log (`way`). */
type Way = { by: string; way: SignInWay }
const WAYS: Record<string, Way | undefined> = {
  '/sign-in/email': { by: 'password', way: 'password' },
  '/verify-email': { by: 'mailed link', way: 'link' },
  google: { by: 'google', way: 'google' },
  microsoft: { by: 'microsoft', way: 'outlook' },
}

function wayOf({ path, params }: { path: string; params?: { id?: string } | undefined }): Way {
  return WAYS[params?.id ?? path] ?? { by: path, way: 'link' }
}

type Options = { db: Db; jobs: Jobs }

/**
 * Records staff sign-ins and queues all refused sign-ins. Only the job looks up their accounts, so that response times
 * do not reveal them.
 */
export function staffSignIns({ db, jobs }: Options): BetterAuthPlugin {
  const record = (event: SignInEvent, headers: Headers | undefined) =>
    recordSignIn({ db, now: new Date(), client: clientOf(headers ?? new Headers()) }, event)
  return hooksPlugin('staff-sign-ins', {
    before: [
      hook(callOf('/sign-out'), async (c) => {
        const session = await getSessionFromCtx(c)
        if (!session) return
        const userId = session.user.id
        noteSecurity({ event: 'session_expired', reason: 'sign-out', userId })
        await record({ userId, action: 'end session', by: 'sign-out' }, c.headers)
      }),
    ],
    after: [
      hook(beganSession, async (c) => {
        const { id: userId = null, email = null } = c.context.newSession?.user ?? {}
        if (userId === null) return
        const cookies = c.headers?.get('cookie') ?? ''
        const isChange = c.path === '/change-password'
        const isNewDevice = (await knownDevice(db, c.context, { cookies, email })) === null
        noteSecurity(
          isChange
            ? { event: 'authn_password_change', way: 'password', userId }
            : { event: 'authn_login_success', way: wayOf(c).way, userId },
        )
        await record(
          isChange
            ? { userId, action: 'change password', by: 'old password' }
            : { userId, action: 'sign in', by: wayOf(c).by, isNewDevice },
          c.headers,
        )
        await rememberDevice(c, userId)
      }),
      hook(callOf('/reset-password'), async (c) => {
        const userId = c.request && RESETS.get(c.request)
        // Lets the mailbox's owner sign in, even if a stranger used up the attempts of unknown devices.
        if (userId) await rememberDevice(c, userId)
      }),
      hook(requestTo('/sign-in/email'), async (c) => {
        const { returned } = c.context
        const email = emailIn(c.body)
        if (!isAPIError(returned) || returned.body?.code !== SIGN_IN_REFUSED.code) return
        if (email === null || email.length > LONGEST_EMAIL) {
          noteSecurity({ event: 'authn_login_fail', way: 'password', userId: null })
          return
        }
        leaveToJob()
        await queueRefused({ db, jobs }, { email, why: 'password', headers: c.headers })
      }),
      hook(callOf(...Object.keys(REFUSAL_KINDS)), async (c) => {
        const { returned, newSession } = c.context
        // After a provider's answer the library throws its redirect, just as it throws errors.
        const kind = REFUSAL_KINDS[c.path]
        if (!kind || newSession || !isAPIError(returned)) return
        const userId = (await getSessionFromCtx(c).catch(() => null))?.user.id ?? null
        if (kind === 'sign-in') noteSecurity({ event: 'authn_login_fail', way: wayOf(c).way, userId: null })
        else noteSecurity({ event: 'authn_password_change_fail', way: kind, userId })
      }),
    ],
  })
}

async function rememberDevice(c: HookContext, userId: string): Promise<void> {
  const device = { cookies: c.headers?.get('cookie') ?? '', userId, now: new Date() }
  const { name, value, attributes } = deviceCookie(c.context, device)
  await c.setSignedCookie(name, value, c.context.secret, attributes)
}

/** The kind of refusal: a sign-in, or a password change by password or link. */
const REFUSAL_KINDS: Record<string, 'sign-in' | 'password' | 'link' | undefined> = {
  '/callback/:id': 'sign-in',
  '/verify-email': 'sign-in',
  '/change-password': 'password',
  '/reset-password': 'link',
}

/** The account whose password a request has reset: the library's response does not name it. */
const RESETS = new WeakMap<Request, string>()

/** Logs a password reset by emailed link; for staff, also in the audit log. */
export async function recordReset(db: Db, userId: string, request: Request | undefined): Promise<void> {
  if (request) RESETS.set(request, userId)
  noteSecurity({ event: 'authn_password_change', way: 'link', userId })
  const client = clientOf(request?.headers ?? new Headers())
  const event = { userId, action: 'change password', by: 'mailed link' } as const
  await recordSignIn({ db, now: new Date(), client }, event)
}

/** Queues the record of a sign-in that the limit refused, once an hour for an address. */
export async function queueLimitedSignIn(
  { limits, ...queue }: Options & { limits: RateLimiter },
  { email, headers }: { email: string; headers: Headers | undefined },
): Promise<void> {
  if ((await limits.consume('sign-in stopped', email, { max: 1, seconds: HOUR_SECONDS })) > 0) return
  await queueRefused(queue, { email, why: 'limit', headers })
}

async function queueRefused(
  { db, jobs }: Options,
  { email, why, headers }: { email: string; why: RefusedSignIn['why']; headers: Headers | undefined },
): Promise<void> {
  if (email.length > LONGEST_EMAIL) return
  const data = { email, why, at: new Date().toISOString(), client: clientOf(headers ?? new Headers()) }
  await jobs.send(db, { queue: 'sign-in-refused', data })
}
