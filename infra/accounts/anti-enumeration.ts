import type { BetterAuthPlugin } from 'better-auth'
import { APIError, isAPIError, signUpEmail } from 'better-auth/api'
import { EMAILS_TO_ADDRESS, emailIn } from '#infra/accounts/guess-limits.ts'
import { callOf, hook, hooksPlugin } from '#infra/accounts/hooks.ts'
import type { RateLimiter } from '#infra/rate-limits/rate-limits.ts'
import type { Db, Jobs } from '#shop/ctx.ts'
import { isNoMailAddress } from '#shop/customers/no-mail.ts'

/** The same answer for a wrong password, an unknown address and an unverified address. */
export const SIGN_IN_REFUSED = {
  code: 'INVALID_EMAIL_OR_PASSWORD',
  message: 'Invalid email or password. If you have just signed up, open the link in our email first.',
}

type Options = { db: Db; jobs: Jobs; limits: RateLimiter }

/** Answers known and unknown addresses alike, also for unverified accounts and simultaneous sign-ups. */
export function antiEnumeration(options: Options): BetterAuthPlugin {
  return hooksPlugin('one-refusal', {
    before: [
      // Refuses the placeholder address of a worker without email. No form accepts it.
      hook(
        ({ body }) => isNoMailAddress(emailIn(body) ?? ''),
        async () => {
          throw new APIError('BAD_REQUEST', { code: 'INVALID_EMAIL', message: 'Invalid email' })
        },
      ),
    ],
    after: [
      hook(callOf('/sign-in/email'), async (c) => {
        const code = codeOf(c.context.returned)
        if (code !== 'EMAIL_NOT_VERIFIED' && code !== SIGN_IN_REFUSED.code) return
        await sendLinkIf(code === 'EMAIL_NOT_VERIFIED', c.body, options)
        return Response.json(SIGN_IN_REFUSED, { status: 401 })
      }),
      hook(callOf('/sign-up/email'), async (c) => {
        if (codeOf(c.context.returned) !== 'FAILED_TO_CREATE_USER') return
        if (!(await c.context.internalAdapter.findUserByEmail(emailIn(c.body) ?? ''))) return
        // A concurrent sign-up created the account: answer like a sign-up with an existing address.
        return signUpEmail()({ ...c, method: 'POST', asResponse: true })
      }),
    ],
  })
}

/**
 * Queues a link, or an empty job of the same cost. Has its own limit, since the refusals of a limit shared with the
 * link form would reveal accounts there.
 */
async function sendLinkIf(isDue: boolean, body: unknown, { db, jobs, limits }: Options): Promise<void> {
  const email = emailIn(body)
  if (!email) return
  const kind = `/sign-in/email ${isDue ? 'link' : 'none'}`
  if ((await limits.consume(kind, email, EMAILS_TO_ADDRESS)) > 0) return
  const callbackUrl = callbackIn(body)
  const data = isDue
    ? { kind: 'verification' as const, email, callbackUrl }
    : { kind: 'none' as const, email: '', callbackUrl }
  await jobs.send(db, { queue: 'account-link', data })
}

function callbackIn(body: unknown): string {
  const hasCallback = typeof body === 'object' && body !== null && 'callbackURL' in body
  return hasCallback && typeof body.callbackURL === 'string' ? body.callbackURL : '/'
}

function codeOf(returned: unknown): string | undefined {
  return isAPIError(returned) ? returned.body?.code : undefined
}
