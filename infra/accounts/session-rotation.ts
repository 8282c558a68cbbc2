import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { SIGN_IN_REFUSED } from '#infra/accounts/anti-enumeration.ts'
import { emailIn } from '#infra/accounts/guess-limits.ts'
import { verifyPassword } from '#infra/accounts/password-hash.ts'

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
export function passwordEndsSessions(onChanged: (owner: Owner) => Promise<void>): BetterAuthPlugin {
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
            if (context.newSession) await onChanged(context.newSession.user)
          }),
        },
      ],
    },
  }
}

/**
 * Refuses a sign-in whose password was changed or reset while it was checked: its session begins after that change has ended
 * all others.
 */
export function passwordMustHold(db: Kysely<DB>): BetterAuthPlugin {
  const hashes = new WeakMap<object, string | null>()
  return {
    id: 'password-must-hold',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/sign-in/email',
          handler: createAuthMiddleware(async (c) => {
            hashes.set(c.context, await hashByEmail(db, emailIn(c.body)))
          }),
        },
      ],
      after: [
        {
          matcher: ({ path, context }) => path === '/sign-in/email' && Boolean(context.newSession),
          handler: createAuthMiddleware(async (c) => {
            const hash = await hashByEmail(db, emailIn(c.body))
            // A right password may have been hashed anew.
            if (hash === hashes.get(c.context)) return
            if (hash !== null && (await verifyPassword(db, { hash, password: c.body.password }))) return
            const token = c.context.newSession?.session.token
            if (token) await c.context.internalAdapter.deleteSession(token)
            c.context.setNewSession(null)
            throw new APIError('UNAUTHORIZED', SIGN_IN_REFUSED)
          }),
        },
      ],
    },
  }
}

async function hashByEmail(db: Kysely<DB>, email: string | null): Promise<string | null> {
  const row = await db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.userId')
    .select('password')
    .where('providerId', '=', 'credential')
    .where('users.email', '=', email)
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
