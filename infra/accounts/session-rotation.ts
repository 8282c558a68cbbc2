import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, getSessionFromCtx, isAPIError } from 'better-auth/api'
import { SIGN_IN_REFUSED } from '#infra/accounts/anti-enumeration.ts'
import { currentSession } from '#infra/accounts/current-session.ts'
import { beganSession, callOf, hook, hooksPlugin } from '#infra/accounts/hooks.ts'
import { credentialOf, verifyPassword } from '#infra/accounts/password-hash.ts'
import type { Db } from '#shop/ctx.ts'
import { endOtherSessions } from '#shop/customers/users.sql.ts'
import { MINUTE_MS } from '#shop/kernel/duration.ts'
import { sessionState } from '#shop/kernel/strength.ts'

/** Ends the browser's earlier session, even another person's, when it signs in. */
export function rotateSession(): BetterAuthPlugin {
  return hooksPlugin('one-session', {
    after: [
      hook(beganSession, async (c) => {
        const { name } = c.context.authCookies.sessionToken
        const oldToken = await c.getSignedCookie(name, c.context.secret)
        const token = c.context.newSession?.session.token
        if (oldToken && token && oldToken !== token) await c.context.internalAdapter.deleteSession(oldToken)
      }),
    ],
  })
}

type Owner = { id: string; email: string }

/** A password change ends all other sessions. This browser gets a new token. */
export function passwordEndsSessions(db: Db, onChange: (owner: Owner) => Promise<void>): BetterAuthPlugin {
  return hooksPlugin('password-ends-sessions', {
    before: [
      hook(callOf('/change-password'), async ({ body }) => ({
        context: { body: { ...body, revokeOtherSessions: true } },
      })),
    ],
    after: [
      hook(callOf('/change-password'), async ({ context }) => {
        if (!context.newSession) return
        const { user, session } = context.newSession
        // Also ends sessions that began between the library's deletion and the new password.
        await endOtherSessions(db, user.id, session.id)
        await onChange(user)
      }),
    ],
  })
}

/** Longer than a request takes. */
const RECENT_MS = 2 * MINUTE_MS

/** If the password changes while a sign-in is being checked, the sign-in is refused. */
export function refuseStalePassword(db: Db): BetterAuthPlugin {
  return hooksPlugin('stale-password', {
    after: [
      hook(callOf('/sign-in/email'), async (c) => {
        const { newSession, internalAdapter } = c.context
        if (!newSession) return
        const credential = await credentialOf(db, newSession.user.id)
        const isRecent = credential && Date.now() - credential.updatedAt.getTime() < RECENT_MS
        if (credential && !isRecent) return
        if (credential && (await verifyPassword(db, { ...credential, password: c.body.password }))) return
        await internalAdapter.deleteSession(newSession.session.token)
        c.context.setNewSession(null)
        throw new APIError('UNAUTHORIZED', SIGN_IN_REFUSED)
      }),
    ],
  })
}

/** Replaces only the hash that was checked. Of two simultaneous changes, the second is refused. */
export function writePasswordOnce(db: Db) {
  return async ({ password }: { password?: string | null }, c: GenericEndpointContext | null) => {
    if (!password || c?.path !== '/change-password') return undefined
    const userId = (await getSessionFromCtx(c))?.user.id ?? ''
    const credential = await credentialOf(db, userId)
    const isRight =
      credential && (await verifyPassword(db, { ...credential, password: c.body.currentPassword }))
    const updated =
      isRight &&
      (await db
        .updateTable('accounts')
        .set({ password, updatedAt: new Date() })
        .where('userId', '=', userId)
        .where('providerId', '=', 'credential')
        .where('password', '=', credential.hash)
        .executeTakeFirst())
    if (updated && updated.numUpdatedRows > 0n) return false
    throw new APIError('BAD_REQUEST', { code: 'INVALID_PASSWORD', message: 'Invalid password' })
  }
}

/** Removes session tokens from HTTP answers, so that scripts cannot read them. */
export function hideTokens(): BetterAuthPlugin {
  return hooksPlugin('hidden-tokens', {
    after: [
      hook(
        ({ request }) => request !== undefined,
        async ({ context: { returned } }) => {
          if (returned === undefined || isAPIError(returned)) return returned
          if (!(returned instanceof Response)) return JSON.parse(JSON.stringify(returned, withoutToken))
          const body: unknown = await returned
            .clone()
            .json()
            .catch(() => undefined)
          return body === undefined ? returned : new Response(JSON.stringify(body, withoutToken), returned)
        },
      ),
    ],
  })
}

function withoutToken(name: string, value: unknown): unknown {
  return /^(token|.*Token)$/.test(name) ? undefined : value
}

const FACTOR_NEEDED = { code: 'FACTOR_NEEDED', message: 'Please confirm with your second factor first.' }

/** Paths that need a strong session. Signing out works with any. */
const STRONG_SESSION_PATHS = ['/get-session', '/change-password', '/update-user']

/** Refuses sessions that have ended or lack the second factor, before the library handles these paths. */
export function weakSessions({ db, isDemo }: { db: Db; isDemo: boolean }): BetterAuthPlugin {
  return hooksPlugin('weak-sessions', {
    before: [
      hook(callOf(...STRONG_SESSION_PATHS), async (c) => {
        const { name } = c.context.authCookies.sessionToken
        const now = new Date()
        const cookies = c.headers?.get('cookie') ?? ''
        const session = await currentSession(db, cookies, { name, secret: c.context.secret, now })
        if (!session || sessionState(session, { now, isDemo }) === 'strong') return
        if (c.path === '/get-session') return c.json(null)
        throw new APIError('UNAUTHORIZED', FACTOR_NEEDED)
      }),
    ],
  })
}
