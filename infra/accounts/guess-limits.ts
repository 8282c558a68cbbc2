import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import type { Limit, Limits } from '#infra/limits/limits.ts'
import { networkOf } from '#infra/limits/network.ts'

type Guarded = { address: Limit; network: Limit }

const HOUR = 3600
const QUARTER = HOUR / 4
/** Each of these sends a mail: nobody's mailbox is to be filled. */
export const MAILED: Guarded = { address: { most: 5, seconds: HOUR }, network: { most: 100, seconds: HOUR } }

/** Whoever holds somebody's session must not find out the password with it, from however many networks. */
const CHANGES: Limit = { most: 10, seconds: QUARTER }

/** The library limits each network by itself in short windows; these hold for an e-mail address, and for longer. */
const GUARDED: Readonly<Record<string, Guarded>> = {
  '/sign-in/email': {
    address: { most: 10, seconds: QUARTER },
    network: { most: 100, seconds: QUARTER },
  },
  '/sign-up/email': MAILED,
  '/request-password-reset': MAILED,
  '/send-verification-email': MAILED,
}

/**
 * Limits guessing by the address that is tried, whether or not it has an account, and by the network that tries; and
 * of the password that a change asks for, by the account. A sign-in that succeeds gives its address all tries back.
 */
export function guessLimits(limits: Limits): BetterAuthPlugin {
  return {
    id: 'guess-limits',
    hooks: {
      before: [
        {
          matcher: ({ path, request }) => request !== undefined && path !== undefined && path in GUARDED,
          handler: createAuthMiddleware(async (c) => {
            const guarded = GUARDED[c.path]
            if (!guarded) return
            const network = networkOf(c.headers?.get('x-real-ip') ?? '')
            const waits = [await limits.wait(`${c.path} network`, network, guarded.network)]
            const email = emailIn(c.body)
            if (email) waits.push(await limits.wait(c.path, email, guarded.address))
            const wait = Math.max(...waits)
            if (wait > 0) throw tooMany(wait)
          }),
        },
        {
          matcher: ({ path }) => path === '/change-password',
          handler: createAuthMiddleware(async (c) => {
            const session = await getSessionFromCtx(c)
            const wait = session ? await limits.wait(c.path, session.user.id, CHANGES) : 0
            if (wait > 0) throw tooMany(wait)
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === '/sign-in/email',
          handler: createAuthMiddleware(async (c) => {
            const email = emailIn(c.body)
            if (c.context.newSession && email) await limits.forget(c.path, email)
          }),
        },
      ],
    },
  }
}

/** Written however it is, one address is counted once. */
export function emailIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('email' in body)) return null
  return typeof body.email === 'string' ? body.email.trim().toLowerCase() : null
}

function tooMany(wait: number): Error {
  const body = { code: 'TOO_MANY_REQUESTS', message: 'Too many attempts' }
  return new APIError('TOO_MANY_REQUESTS', body, { 'x-retry-after': String(wait) })
}
