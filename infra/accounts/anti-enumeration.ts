import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, isAPIError, signUpEmail } from 'better-auth/api'
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { EMAILS_TO_ADDRESS, emailIn } from '#infra/accounts/guess-limits.ts'
import type { RateLimiter } from '#infra/rate-limits/rate-limits.ts'
import type { Jobs } from '#shop/ctx.ts'
import { isNoMailAddress } from '#shop/customers/no-mail.ts'

/** The answer to a wrong password, an unknown address and an unverified one. */
export const SIGN_IN_REFUSED = {
  code: 'INVALID_EMAIL_OR_PASSWORD',
  message: 'Invalid email or password. If you have just signed up, open the link in our email first.',
}

type Options = { db: Kysely<DB>; jobs: Jobs; limits: RateLimiter }

/**
 * Makes the library's answers the same for known and unknown addresses: a refusal for unverified accounts, or
 * an error for the later of two simultaneous sign-ups, would reveal an account.
 */
export function antiEnumeration(options: Options): BetterAuthPlugin {
  return {
    id: 'one-refusal',
    hooks: {
      before: [
        {
          // Accounts without email: no form signs in to one, resets its password or signs it up.
          matcher: ({ body }) => isNoMailAddress(emailIn(body) ?? ''),
          handler: createAuthMiddleware(async () => {
            throw new APIError('BAD_REQUEST', { code: 'INVALID_EMAIL', message: 'Invalid email' })
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === '/sign-in/email',
          handler: createAuthMiddleware(async (c) => {
            const code = codeOf(c.context.returned)
            if (code !== 'EMAIL_NOT_VERIFIED' && code !== SIGN_IN_REFUSED.code) return
            await sendLinkIf(code === 'EMAIL_NOT_VERIFIED', c.body, options)
            return Response.json(SIGN_IN_REFUSED, { status: 401 })
          }),
        },
        {
          matcher: ({ path }) => path === '/sign-up/email',
          handler: createAuthMiddleware(async (c) => {
            if (codeOf(c.context.returned) !== 'FAILED_TO_CREATE_USER') return
            if (!(await c.context.internalAdapter.findUserByEmail(emailIn(c.body) ?? ''))) return
            // Another sign-up was first: this one is answered, and its owner told, as if it had come later.
            return signUpEmail()({ ...c, method: 'POST', asResponse: true })
          }),
        },
      ],
    },
  }
}

/**
 * Sends the owner a new link, and takes as long when none is due. It has its own count: if it shared that of the link
 * form, an earlier refusal there would reveal the account.
 */
async function sendLinkIf(isDue: boolean, body: unknown, { db, jobs, limits }: Options): Promise<void> {
  const email = emailIn(body)
  if (!email) return
  const what = `/sign-in/email ${isDue ? 'link' : 'none'}`
  if ((await limits.consume(what, email, EMAILS_TO_ADDRESS)) > 0) return
  const callbackUrl = callbackIn(body)
  const data = isDue
    ? { kind: 'verification' as const, email, callbackUrl }
    : { kind: 'none' as const, email: '', callbackUrl }
  await jobs.send(db, { queue: 'account-link', data })
}

function callbackIn(body: unknown): string {
  const isThere = typeof body === 'object' && body !== null && 'callbackURL' in body
  return isThere && typeof body.callbackURL === 'string' ? body.callbackURL : '/'
}

function codeOf(returned: unknown): string | undefined {
  return isAPIError(returned) ? returned.body?.code : undefined
}
