import { randomUUID } from 'node:crypto'
import type { AuthContext, BetterAuthPlugin } from 'better-auth'
import { cookieOf, signedValue } from '#infra/accounts/current-session.ts'
import { hook, hooksPlugin } from '#infra/accounts/hooks.ts'
import { DAY_SECONDS } from '#shop/kernel/duration.ts'

const COOKIE = 'sign_up'

/** Ids of accounts that requests in progress have created. */
const NEW_ACCOUNTS = new WeakMap<Request, string>()

export function rememberNewAccount(userId: string, request: Request | undefined): void {
  if (request) NEW_ACCOUNTS.set(request, userId)
}

/** Marks the browser that signed up. Only this browser may verify the address without a new password. */
export function signUpBrowser(): BetterAuthPlugin {
  return hooksPlugin('sign-up-browser', {
    after: [
      hook(
        ({ path, context }) => path === '/sign-up/email' || (path === '/callback/:id' && !context.newSession),
        async (c) => {
          const id = (c.request && NEW_ACCOUNTS.get(c.request)) ?? randomUUID()
          const { name, attributes } = c.context.createAuthCookie(COOKIE, { maxAge: DAY_SECONDS })
          await c.setSignedCookie(name, id, c.context.secret, attributes)
        },
      ),
    ],
  })
}

export function signUpUserId(
  cookies: string,
  { secret, createAuthCookie }: Pick<AuthContext, 'secret' | 'createAuthCookie'>,
): string | null {
  return signedValue(cookieOf(cookies, createAuthCookie(COOKIE).name), secret)
}
