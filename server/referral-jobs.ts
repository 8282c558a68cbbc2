import type { Handlers } from '#infra/jobs/jobs.ts'
import { rewardLetter } from '#infra/mail/letters/referral-letters.ts'
import type { Parts } from '#server/parts.ts'
import { valueText } from '#shop/coupons/coupon.ts'
import { findReward } from '#shop/referrals/referrals.read.ts'

/** What is sent about friends. */
export function referralJobs({ db, mailer, settings }: Parts): Pick<Handlers, 'referral-reward'> {
  return {
    'referral-reward': async ({ couponId }) => {
      const reward = await findReward(db, couponId)
      // One that was taken back since is not worth a mail.
      if (!reward) return
      const { value, ...to } = reward
      const url = `${settings.origin}/products`
      await mailer.send(await rewardLetter({ ...to, brand: settings.brand, value: valueText(value), url }))
    },
  }
}
