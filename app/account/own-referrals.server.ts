import type { ShownReferrals } from '#app/account/referral-panel.tsx'
import type { Ctx } from '#shop/ctx.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { openReferrals } from '#shop/referrals/open-referrals.ts'
import { listRewards, referralStatistics } from '#shop/referrals/referrals.read.ts'

/** The profile's referral section: code, link, statistics and rewards. Null when the shop has no referral codes. */
export async function ownReferrals(ctx: Ctx, person: Person): Promise<ShownReferrals | null> {
  const { config, db, now } = ctx
  if (config.offers.referralPercent === 0) return null
  const opened = await openReferrals(ctx)
  if (!opened.ok) return null
  const code = opened.value
  return {
    code,
    link: `${config.origin}/?ref=${code}`,
    percent: config.offers.referralPercent,
    statistics: await referralStatistics(db, person.id),
    rewards: await listRewards(db, person.id, now),
  }
}
