/** The referrer's reward: a coupon when the first order is delivered. */
import { insertReferralReward, setUnusedActive } from '#shop/coupons/coupons.sql.ts'
import type { Db, Jobs } from '#shop/ctx.ts'
import { REWARD_PERCENT } from '#shop/referrals/referral.ts'
import {
  claimReward,
  isRefunded,
  reclaimReferredOrder,
  recordReward,
  releaseReferredOrder,
  rewardFor,
} from '#shop/referrals/referrals.sql.ts'

type Change = { orderId: string; from: string; to: string; now: Date }

/** Updates the referral and its reward after a change of the order's status. */
export async function updateReferral(db: Db, jobs: Jobs, { orderId, from, to, now }: Change): Promise<void> {
  if (to === 'cancelled') {
    await releaseReferredOrder(db, orderId)
    await revokeReward(db, orderId, now)
  }
  if (from === 'cancelled') await reclaimReferredOrder(db, orderId)
  if (to === 'delivered') await grantReward(db, jobs, orderId, now)
}

async function grantReward(db: Db, jobs: Jobs, orderId: string, now: Date): Promise<void> {
  const referrerId = await claimReward(db, orderId, now)
  if (!referrerId) return (await isRefunded(db, orderId)) ? undefined : switchReward(db, orderId, true, now)
  const reward = { customerId: referrerId, basisPoints: REWARD_PERCENT * 100, now }
  const id = await insertReferralReward(db, reward)
  await recordReward(db, orderId, id)
  await jobs.send(db, { queue: 'referral-reward', data: { couponId: id } })
}

/** Deactivates an unused reward. */
export async function revokeReward(db: Db, orderId: string, now: Date): Promise<void> {
  await switchReward(db, orderId, false, now)
}

async function switchReward(db: Db, orderId: string, isActive: boolean, now: Date): Promise<void> {
  const rewardId = await rewardFor(db, orderId)
  if (rewardId) await setUnusedActive(db, rewardId, isActive, now)
}
