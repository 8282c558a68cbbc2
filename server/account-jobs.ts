import type { Handlers } from '#infra/jobs/jobs.ts'
import type { Parts } from '#server/parts.ts'

/** Links to accounts, asked for by address: whether there is such an account is looked up here and told to nobody. */
export function accountJobs({ auth }: Pick<Parts, 'auth'>): Pick<Handlers, 'account-link'> {
  return {
    'account-link': async ({ kind, email, callbackUrl }) => {
      if (kind === 'reset') await auth.api.requestPasswordReset({ body: { email, redirectTo: callbackUrl } })
      if (kind === 'verification')
        await auth.api.sendVerificationEmail({ body: { email, callbackURL: callbackUrl } })
    },
  }
}
