import { accountDeletedEmail, deletionLinkEmail } from '#infra/email/templates/account-deletion-emails.ts'
import type { Handlers } from '#infra/jobs/jobs.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { DELETION_LINK_MINUTES } from '#shop/privacy/account-deletion.ts'

/** The mails about closing an account: with a token the link that does it, without one the farewell. */
export function accountDeletionJobs({ mailer, settings }: Dependencies): Pick<Handlers, 'account-closing'> {
  const { brand, origin } = settings
  return {
    'account-closing': async ({ email, token }, job) => {
      if (token === null) return mailer.send(await accountDeletedEmail({ brand, to: email }), job.id)
      const url = `${origin}/profile/delete?token=${token}`
      const letter = await deletionLinkEmail({ brand, to: email, url, minutes: DELETION_LINK_MINUTES })
      await mailer.send(letter, job.id)
    },
  }
}
