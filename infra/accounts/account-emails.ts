import { createEmailVerificationToken } from 'better-auth/api'
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { linkInEmail } from '#infra/accounts/requested-links.ts'
import type { Email } from '#infra/email/mailer.ts'
import {
  alreadyRegisteredEmail,
  passwordChangedEmail,
  resetEmail,
  unfinishedSignUpEmail,
  verificationEmail,
} from '#infra/email/templates/account-emails.ts'
import type { Jobs } from '#shop/ctx.ts'
import type { Recipient } from '#shop/kernel/actor.ts'
import { HOUR_SECONDS } from '#shop/kernel/duration.ts'

type Owner = { email: string; emailVerified: boolean }
type Link = { user: Owner & { id: string }; url: string; token: string }

/** Seconds for which a link that verifies an address works. */
export const VERIFICATION_SECONDS = HOUR_SECONDS

/** The emails about accounts: called by the account library, sent by the job queue. */
export function accountEmails({
  db,
  jobs,
  brand,
  origin,
  secret,
}: {
  db: Kysely<DB>
  jobs: Jobs
  brand: string
  origin: string
  secret: string
}) {
  const post = async (mail: Email, askedBy: Recipient['askedBy'] = 'anyone') =>
    jobs.send(db, { queue: 'mail', data: mail, to: { email: mail.to, askedBy } })
  const tellOwner = async ({ email, emailVerified }: Owner) => {
    if (emailVerified)
      return post(await alreadyRegisteredEmail({ brand, to: email, url: `${origin}/auth/signin` }))
    const callbackUrl = `${origin}/auth/reset-password`
    await jobs.send(db, { queue: 'account-link', data: { kind: 'reset', email, callbackUrl } })
  }
  const tellChanged = async (
    { id, email: to }: { id: string; email: string },
    signedOut: 'every device' | 'every other device',
  ) => {
    await db.deleteFrom('verifications').where('value', '=', id).execute()
    const url = `${origin}/auth/reset-password`
    await post(await passwordChangedEmail({ brand, to, url, signedOut }), 'owner')
  }
  return {
    /** `path`: of the request; '' for a job. */
    async verificationLink({ user, url, token }: Link, path: string) {
      // At sign-in anti-enumeration.ts sends it.
      if (path.endsWith('/sign-in/email')) return
      const link = linkInEmail('/auth/verify-email', url, token)
      await post(await verificationEmail({ brand, to: user.email, url: link }))
    },

    /**
     * An unverified account's password may be a stranger's, so there is none to reset: the link verifies the address, and
     * verify-email.ts decides about the password.
     */
    async resetLink({ user, url, token }: Link) {
      const { email: to, emailVerified } = user
      if (emailVerified)
        return post(await resetEmail({ brand, to, url: linkInEmail('/auth/reset-password', url, token) }))
      await db.deleteFrom('verifications').where('value', '=', user.id).execute()
      const verifying = await createEmailVerificationToken(secret, to, undefined, VERIFICATION_SECONDS)
      await post(
        await unfinishedSignUpEmail({ brand, to, url: linkInEmail('/auth/verify-email', url, verifying) }),
      )
    },

    /** Also invalidates the account's other reset links. */
    async passwordReset({ user }: { user: Owner & { id: string } }) {
      await jobs.resetEmailBudget(db, user.email)
      await tellChanged(user, 'every device')
    },

    /** The old password was checked. Invalidates links that were emailed before. */
    async passwordChanged(user: { id: string; email: string }) {
      await tellChanged(user, 'every other device')
    },

    /**
     * A sign-up with the address of an existing account: only its owner is told. While the address is
     * unverified the link asks for a new password, since the present one may be a stranger's.
     */
    tellOwner,
  }
}
