import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware, isAPIError, signUpEmail } from 'better-auth/api'
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { EMAIL_LIMITS, emailIn } from '#infra/accounts/guess-limits.ts'
import type { RateLimiter } from '#infra/rate-limits/rate-limits.ts'
import type { Jobs } from '#shop/ctx.ts'

/** Said of a wrong password, of an unknown address, and of one that is not verified yet. */
export const SIGN_IN_REFUSED = {
  code: 'INVALID_EMAIL_OR_PASSWORD',
  message: 'Invalid email or password. If you have just signed up, open the link in our email first.',
}

type Options = { db: Kysely<DB>; jobs: Jobs; limits: RateLimiter }

/**
 * What the library answers differently once it knows an address. Who signs up with somebody's address and then signs in
 * knows the password if the address was new: a refusal of its own would tell that it was. And of two who sign up with
 * a new address at the same moment the later one would be told that it failed.
 */
export function antiEnumeration(options: Options): BetterAuthPlugin {
  return {
    id: 'one-refusal',
    hooks: {
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
            // The other one was first: this one is answered, and its owner told, as if it had come later.
            return signUpEmail()({ ...c, method: 'POST', asResponse: true })
          }),
        },
      ],
    },
  }
}

/**
 * Sends the owner a fresh link, and does as much when nothing is due. It has a count of its own: asking for a link by
 * its form must not be refused sooner because of it, which would tell, too.
 */
async function sendLinkIf(isDue: boolean, body: unknown, { db, jobs, limits }: Options): Promise<void> {
  const email = emailIn(body)
  if (!email) return
  if ((await limits.consume(`/sign-in/email ${isDue ? 'link' : 'none'}`, email, EMAIL_LIMITS.address)) > 0)
    return
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
