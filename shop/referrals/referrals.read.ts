/** Reads the referrals and rewards of a user, for the profile. */
import { sql } from 'kysely'
import { type CouponStatus, type CouponValue, couponStatus } from '#shop/coupons/coupon.ts'
import { COUPON_COLUMNS, toCoupon } from '#shop/coupons/coupons.sql.ts'
import type { Db } from '#shop/ctx.ts'
import { type Money, paise } from '#shop/kernel/money.ts'
import type { ReferralStatistics } from '#shop/referrals/referral.ts'

/** Counts referrals. Leaves out unverified newcomers, because they would reveal whether an address has an account. */
export async function referralStatistics(db: Db, userId: string): Promise<ReferralStatistics> {
  const counts = await db
    .selectFrom('referrals')
    .innerJoin('users', 'users.id', 'referrals.newcomerId')
    .where((eb) => eb.or([eb('emailVerified', '=', true), eb('deletedAt', 'is not', null)]))
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.count<number>('rewardedAt').as('successful')])
    .where('referrerId', '=', userId)
    .executeTakeFirstOrThrow()
  return { ...counts, pending: counts.total - counts.successful, saved: await sumRewardDiscounts(db, userId) }
}

async function sumRewardDiscounts(db: Db, userId: string): Promise<Money> {
  const { saved } = await db
    .selectFrom('couponUses')
    .innerJoin('referrals', 'referrals.rewardId', 'couponUses.couponId')
    .innerJoin('orders', 'orders.id', 'couponUses.orderId')
    .select(sql<string>`coalesce(sum(orders.discount), 0)`.as('saved'))
    .where('referrals.referrerId', '=', userId)
    .executeTakeFirstOrThrow()
  return paise(Number(saved))
}

export type Reward = { code: string; value: CouponValue; status: CouponStatus }

export async function listRewards(db: Db, userId: string, now: Date): Promise<Reward[]> {
  const rows = await db
    .selectFrom('coupons')
    .select(COUPON_COLUMNS)
    .where('customerId', '=', userId)
    .where('id', 'in', db.selectFrom('referrals').select('rewardId').where('referrerId', '=', userId))
    .orderBy('createdAt', 'desc')
    .limit(100)
    .execute()
  return rows.map(toCoupon).map((coupon) => {
    const { code, value } = coupon
    return { code, value, status: couponStatus(coupon, now) }
  })
}

/** Returns null if the reward was deleted or revoked. */
export async function findReward(db: Db, couponId: string) {
  const row = await db
    .selectFrom('coupons')
    .innerJoin('users', 'users.id', 'coupons.customerId')
    .select(COUPON_COLUMNS.map((column) => `coupons.${column}` as const))
    .select(['users.id as userId', 'users.email', 'users.fullName'])
    .where('coupons.id', '=', couponId)
    .where('isActive', '=', true)
    .executeTakeFirst()
  if (!row) return null
  const { userId, email, fullName, ...coupon } = row
  const { code, value } = toCoupon(coupon)
  return { userId, email, fullName, code, value }
}
