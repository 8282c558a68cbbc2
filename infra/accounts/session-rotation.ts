import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { SIGN_IN_REFUSED } from '#infra/accounts/anti-enumeration.ts'
import { emailIn } from '#infra/accounts/guess-limits.ts'
import { verifyPassword } from '#infra/accounts/password-hash.ts'
import { endOtherSessions } from '#shop/customers/users.sql.ts'

/** A browser has one session: signing in ends its earlier one, also another person's. */
export function rotateSession(): BetterAuthPlugin {
  return {
    id: 'one-session',
    hooks: {
      after: [
        {
          matcher: ({ context }) => Boolean(context.newSession),
          handler: createAuthMiddleware(async (c) => {
            const { name } = c.context.authCookies.sessionToken
            const earlier = await c.getSignedCookie(name, c.context.secret)
            const fresh = c.context.newSession?.session.token
            if (earlier && fresh && earlier !== fresh) await c.context.internalAdapter.deleteSession(earlier)
          }),
        },
      ],
    },
  }
}

type Owner = { id: string; email: string }

/** A change of password ends all sessions but this browser's, which gets a new token. `onChanged` gets the owner. */
export function passwordEndsSessions(
  db: Kysely<DB>,
  onChanged: (owner: Owner) => Promise<void>,
): BetterAuthPlugin {
  return {
    id: 'password-ends-sessions',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/change-password',
          handler: createAuthMiddleware(async ({ body }) => ({
            context: { body: { ...body, revokeOtherSessions: true } },
          })),
        },
      ],
      after: [
        {
          matcher: ({ path, context }) => path === '/change-password' && Boolean(context.newSession),
          handler: createAuthMiddleware(async ({ context }) => {
            if (!context.newSession) return
            const { user, session } = context.newSession
            // Also those that began between the library's deletion and the new password.
            await endOtherSessions(db, user.id, session.id)
            await onChanged(user)
          }),
        },
      ],
    },
  }
}

type Checked = Pick<GenericEndpointContext, 'context' | 'path' | 'body'>

/**
 * A password that is changed or reset while another request checks it counts for that request no more. `plugin` refuses such a
 * sign-in: its session begins after the change has ended all others. `onUpdate` is the library's hook before it writes an
 * account: it writes a changed password itself, over the one that was checked only, so that of two changes one holds.
 */
export function passwordMustHold(db: Kysely<DB>) {
  const hashes = new WeakMap<object, string | null>()
  /** A right password may have been hashed anew. */
  const isStill = async (hash: string, password: string, { context }: Checked) =>
    hash === hashes.get(context) || (await verifyPassword(db, { hash, password }))
  const plugin: BetterAuthPlugin = {
    id: 'password-must-hold',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/sign-in/email',
          handler: createAuthMiddleware(async (c) => {
            hashes.set(c.context, await hashOf(db, { email: emailIn(c.body) }))
          }),
        },
        {
          matcher: ({ path }) => path === '/change-password',
          handler: createAuthMiddleware(async (c) => {
            const session = await getSessionFromCtx(c)
            if (session) hashes.set(c.context, await hashOf(db, { userId: session.user.id }))
          }),
        },
      ],
      after: [
        {
          matcher: ({ path, context }) => path === '/sign-in/email' && Boolean(context.newSession),
          handler: createAuthMiddleware(async (c) => {
            const hash = await hashOf(db, { email: emailIn(c.body) })
            if (hash !== null && (await isStill(hash, c.body.password, c))) return
            const token = c.context.newSession?.session.token
            if (token) await c.context.internalAdapter.deleteSession(token)
            c.context.setNewSession(null)
            throw new APIError('UNAUTHORIZED', SIGN_IN_REFUSED)
          }),
        },
      ],
    },
  }
  const onUpdate = async (
    { password }: { password?: string | null },
    c: GenericEndpointContext | null,
  ): Promise<false | undefined> => {
    if (!password || c?.path !== '/change-password') return undefined
    const userId = (await getSessionFromCtx(c))?.user.id ?? ''
    const hash = await hashOf(db, { userId })
    if (hash === null || !(await isStill(hash, c.body.currentPassword, c))) throw wrongPassword()
    const { numUpdatedRows } = await db
      .updateTable('accounts')
      .set({ password, updatedAt: new Date() })
      .where('userId', '=', userId)
      .where('providerId', '=', 'credential')
      .where('password', '=', hash)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw wrongPassword()
    return false
  }
  return { plugin, onUpdate }
}

/** As the library answers. */
function wrongPassword(): APIError {
  return new APIError('BAD_REQUEST', { code: 'INVALID_PASSWORD', message: 'Invalid password' })
}

async function hashOf(
  db: Kysely<DB>,
  who: { email: string | null } | { userId: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.userId')
    .select('password')
    .where('providerId', '=', 'credential')
    .where((eb) => ('email' in who ? eb('users.email', '=', who.email) : eb('users.id', '=', who.userId)))
    .executeTakeFirst()
  return row?.password ?? null
}

/**
 * Hides session tokens from scripts in all answers over HTTP, as the HttpOnly cookie does. `auth.api` called
 * without a request answers as the library does.
 */
export function hideTokens(): BetterAuthPlugin {
  return {
    id: 'hidden-tokens',
    hooks: {
      after: [
        {
          matcher: ({ request }) => request !== undefined,
          handler: createAuthMiddleware(async ({ context }) => {
            const { returned } = context
            return returned instanceof Response ? withoutTokenInBody(returned) : withoutToken(returned)
          }),
        },
      ],
    },
  }
}

type Plain = Record<string, unknown>

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** The answer without the tokens of itself, its session, or the sessions in a list. */
function withoutToken(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutToken)
  if (!isPlain(value)) return value
  const shown = Object.entries(value).filter(([name]) => !/^(token|.*Token)$/.test(name))
  return Object.fromEntries(shown.map(([name, inner]) => [name, withoutToken(inner)]))
}

/** An earlier hook may have answered already. */
async function withoutTokenInBody(response: Response): Promise<Response> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  if (body === undefined) return response
  const { status, headers } = response
  return new Response(JSON.stringify(withoutToken(body)), { status, headers })
}
