import { purgeUnverified } from '#infra/accounts/unverified.sql.ts'
import type { Handlers } from '#infra/jobs/jobs.ts'
import type { Dependencies } from '#server/dependencies.ts'

type AccountQueue = 'account-link' | 'accounts-tidy'

/**
 * Links to accounts, asked for by address: whether there is such an account is looked up here and told to nobody. And
 * what is deleted in time.
 */
export function accountJobs({
  auth,
  db,
  now,
}: Pick<Dependencies, 'auth' | 'db' | 'now'>): Pick<Handlers, AccountQueue> {
  return {
    'account-link': async ({ kind, email, callbackUrl }) => {
      if (kind === 'reset') await auth.api.requestPasswordReset({ body: { email, redirectTo: callbackUrl } })
      if (kind === 'verification')
        await auth.api.sendVerificationEmail({ body: { email, callbackURL: callbackUrl } })
    },
    'accounts-tidy': async () => {
      await purgeUnverified(db, now())
      // Versions before 0031 counted here under networks and paths as they are, and never removed a row.
      await db.deleteFrom('rateLimits').execute()
    },
  }
}
