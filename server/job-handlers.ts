import { purgeUnverified } from '#infra/accounts/unverified.sql.ts'
import { accountDeletedEmail, deletionLinkEmail, rewardEmail } from '#infra/email/templates/account-emails.ts'
import type { Handlers } from '#infra/jobs/jobs.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { messageJobs } from '#server/message-jobs.ts'
import { orderJobs } from '#server/order-jobs.ts'
import { paymentJobs } from '#server/payment-jobs.ts'
import { programmeJobs } from '#server/programme-jobs.ts'
import { valueText } from '#shop/coupons/coupon.ts'
import { wantsReferralEmails } from '#shop/customers/consents.read.ts'
import { DELETION_LINK_MINUTES } from '#shop/privacy/account-deletion.ts'
import { findReward } from '#shop/referrals/referrals.read.ts'

/** The handlers of all job queues. A job whose handler throws is tried again. */
export function jobHandlers(deps: Dependencies): Handlers {
  return {
    ...accountJobs(deps),
    ...accountDeletionJobs(deps),
    ...messageJobs(deps),
    ...paymentJobs(deps),
    ...orderJobs(deps),
    ...programmeJobs(deps),
    ...referralJobs(deps),
    mail: (mail, job) => deps.mailer.send(mail, job.id),
  }
}

type AccountQueue = 'account-link' | 'accounts-tidy'

/**
 * Requested account links, and the deletion of old rows. A link is made here, not in the request, so that the response
 * does not reveal whether the address has an account.
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
      // Versions before migration 0031 left rows here that name networks and paths.
      await db.deleteFrom('rateLimits').execute()
    },
  }
}

/** The emails about deleting an account: with a token the link for it, without one the confirmation. */
function accountDeletionJobs({ mailer, settings }: Dependencies): Pick<Handlers, 'account-closing'> {
  const { brand, origin } = settings
  return {
    'account-closing': async ({ email, token }, job) => {
      if (token === null) return mailer.send(await accountDeletedEmail({ brand, to: email }), job.id)
      const url = `${origin}/profile/delete?token=${token}`
      await mailer.send(
        await deletionLinkEmail({ brand, to: email, url, minutes: DELETION_LINK_MINUTES }),
        job.id,
      )
    },
  }
}

/** The email about a referral reward. */
export function referralJobs({ db, mailer, settings }: Dependencies): Pick<Handlers, 'referral-reward'> {
  return {
    'referral-reward': async ({ couponId }, job) => {
      const reward = await findReward(db, couponId)
      // Not for a reward taken back since. Customers who turned these emails off find it in their profile.
      if (!reward || !(await wantsReferralEmails(db, reward.userId))) return
      const { email: to, fullName: name, code, value } = reward
      const { brand, origin } = settings
      const links = { url: `${origin}/products`, choicesUrl: `${origin}/profile#mails` }
      await mailer.send(
        await rewardEmail({ brand, to, name, code, value: valueText(value), ...links }),
        job.id,
      )
    },
  }
}
