import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'

/** A browser has one session: signing in ends the one it had, whoever's it was. */
export function oneSession(): BetterAuthPlugin {
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

/**
 * Whoever changes the password keeps this browser's session alone, under a new token. `onChanged` hears whose it was.
 */
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
