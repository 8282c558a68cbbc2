import { randomUUID } from 'node:crypto'
import type { AuthContext, BetterAuthPlugin } from 'better-auth'
import { cookieOf, signedValue } from '#infra/accounts/current-session.ts'
import { hook, hooksPlugin } from '#infra/accounts/hooks.ts'
import { DAY_SECONDS } from '#shop/kernel/duration.ts'

const COOKIE = 'sign_up'

/** Accounts created by requests in progress. */
const CREATED = new WeakMap<Request, string>()

export function noteCreated(userId: string, request: Request | undefined): void {
  if (request) CREATED.set(request, userId)
}

/** Marks the browser that signed up. Only this browser may verify the address without a new password. */
export function signUpBrowser(): BetterAuthPlugin {
  return hooksPlugin('sign-up-browser', {
    after: [
      hook(
        ({ path, context }) => path === '/sign-up/email' || (path === '/callback/:id' && !context.newSession),
        async (c) => {
          const id = (c.request && CREATED.get(c.request)) ?? randomUUID()
          const { name, attributes } = c.context.createAuthCookie(COOKIE, { maxAge: DAY_SECONDS })
          await c.setSignedCookie(name, id, c.context.secret, attributes)
        },
      ),
    ],
  })
}

export function signedUpHere(
  cookies: string,
  { secret, createAuthCookie }: Pick<AuthContext, 'secret' | 'createAuthCookie'>,
): string | null {
  return signedValue(cookieOf(cookies, createAuthCookie(COOKIE).name), secret)
}
