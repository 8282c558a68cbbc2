import { createHash, randomBytes } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import { cookieOf, signedValue } from '#infra/accounts/current-session.ts'
import { DAY_SECONDS } from '#shop/kernel/duration.ts'

const COOKIE = 'sign_up'

/** Where an account can begin. A provider's callback begins in the browser that left for the provider. */
const BEGINNINGS = ['/sign-up/email', '/sign-in/social']

type CookieNaming = {
  secret: string
  createAuthCookie(
    name: string,
    attributes?: { maxAge: number },
  ): { name: string; attributes: Record<string, unknown> }
}

/**
 * Gives each browser that signs up a signed cookie with a random id. Its hash is stored with the new account:
 * only this browser verifies the address without choosing a new password (see verify-email.ts).
 */
export function signUpBrowser() {
  /** The ids of the requests in progress: an account is made before its answer can carry the cookie. */
  const ids = new WeakMap<Request, string>()
  const plugin: BetterAuthPlugin = {
    id: 'sign-up-browser',
    hooks: {
      before: [
        {
          matcher: ({ path, request }) =>
            request !== undefined && (BEGINNINGS.includes(path ?? '') || path === '/callback/:id'),
          handler: createAuthMiddleware(async (c) => {
            const known = browserId(c.headers?.get('cookie') ?? '', c.context)
            const isBeginning = BEGINNINGS.includes(c.path)
            if (c.request && (known || isBeginning))
              ids.set(c.request, known ?? randomBytes(24).toString('hex'))
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => BEGINNINGS.includes(path ?? ''),
          handler: createAuthMiddleware(async (c) => {
            const id = c.request && ids.get(c.request)
            if (!id) return
            const { name, attributes } = c.context.createAuthCookie(COOKIE, { maxAge: DAY_SECONDS })
            await c.setSignedCookie(name, id, c.context.secret, attributes)
          }),
        },
      ],
    },
  }
  return {
    plugin,
    /** The value stored with an account that this request creates; null for a request not from a browser. */
    hashFor(request: Request | undefined): string | null {
      const id = request && ids.get(request)
      return id ? hashOf(id) : null
    },
  }
}

/** The hash of the id that these cookies carry; null when they carry none of ours. */
export function browserHash(cookies: string, naming: CookieNaming): string | null {
  const id = browserId(cookies, naming)
  return id === null ? null : hashOf(id)
}

function browserId(cookies: string, { secret, createAuthCookie }: CookieNaming): string | null {
  return signedValue(cookieOf(cookies, createAuthCookie(COOKIE).name), secret)
}

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url')
}
