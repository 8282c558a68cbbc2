import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { currentSession } from '#infra/accounts/current-session.ts'
import { sessionState } from '#shop/kernel/strength.ts'

const FACTOR_NEEDED = { code: 'FACTOR_NEEDED', message: 'Please confirm with your second factor first.' }

/** Signing out stays open to every session. */
const FOR_THE_SIGNED_IN = ['/get-session', '/change-password', '/update-user']

/** Hides sessions that have ended or lack the second factor from the library. */
export function weakSessions({ db, isDemo }: { db: Kysely<DB>; isDemo: boolean }): BetterAuthPlugin {
  return {
    id: 'weak-sessions',
    hooks: {
      before: [
        {
          matcher: ({ path }) => FOR_THE_SIGNED_IN.includes(path ?? ''),
          handler: createAuthMiddleware(async (c) => {
            const { name } = c.context.authCookies.sessionToken
            const now = new Date()
            const cookies = c.headers?.get('cookie') ?? ''
            const session = await currentSession(db, cookies, { name, secret: c.context.secret, now })
            if (!session || sessionState(session, { now, isDemo }) === 'strong') return
            if (c.path === '/get-session') return c.json(null)
            throw new APIError('UNAUTHORIZED', FACTOR_NEEDED)
          }),
        },
      ],
    },
  }
}
