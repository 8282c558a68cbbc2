import { rewardEmail } from '#infra/email/templates/referral-emails.ts'
import type { Handlers } from '#infra/jobs/jobs.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { valueText } from '#shop/coupons/coupon.ts'
import { wantsReferralEmails } from '#shop/customers/consents.read.ts'
import { findReward } from '#shop/referrals/referrals.read.ts'

/** What is sent about friends. */
export function referralJobs({ db, mailer, settings }: Dependencies): Pick<Handlers, 'referral-reward'> {
  return {
    'referral-reward': async ({ couponId }, job) => {
      const reward = await findReward(db, couponId)
      // One that was taken back since is not worth a mail; whoever wants none finds it in the profile.
      if (!reward || !(await wantsReferralEmails(db, reward.userId))) return
      const { email: to, fullName: name, code, value } = reward
      const { brand, origin } = settings
      const links = { url: `${origin}/products`, choicesUrl: `${origin}/profile#mails` }
      const letter = await rewardEmail({ brand, to, name, code, value: valueText(value), ...links })
      await mailer.send(letter, job.id)
    },
  }
}
