/** What a user's profile says of the friends they brought. */
import { sql } from 'kysely'
import type { CouponValue } from '#shop/coupons/coupon.ts'
import { COUPON_COLUMNS, toCoupon } from '#shop/coupons/coupons.sql.ts'
import type { Db } from '#shop/ctx.ts'
import { type Money, paise } from '#shop/kernel/money.ts'
import type { ReferralStatistics } from '#shop/referrals/referral.ts'

/** How the friends of a user stand, and what the thank-yous have saved them. */
export async function referralStatistics(db: Db, userId: string): Promise<ReferralStatistics> {
  const counts = await db
    .selectFrom('referrals')
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.count<number>('rewardedAt').as('successful')])
    .where('referrerId', '=', userId)
    .executeTakeFirstOrThrow()
  return { ...counts, pending: counts.total - counts.successful, saved: await savedBy(db, userId) }
}

async function savedBy(db: Db, userId: string): Promise<Money> {
  const { saved } = await db
    .selectFrom('couponUses')
    .innerJoin('referrals', 'referrals.rewardId', 'couponUses.couponId')
    .innerJoin('orders', 'orders.id', 'couponUses.orderId')
    .select(sql<string>`coalesce(sum(orders.discount), 0)`.as('saved'))
    .where('referrals.referrerId', '=', userId)
    .executeTakeFirstOrThrow()
  return paise(Number(saved))
}

/** A thank-you with whom it is for; null when it is gone or taken back. */
export async function findReward(
  db: Db,
  couponId: string,
): Promise<{ to: string; name: string; code: string; value: CouponValue } | null> {
  const row = await db
    .selectFrom('coupons')
    .innerJoin('users', 'users.id', 'coupons.customerId')
    .select(COUPON_COLUMNS.map((column) => `coupons.${column}` as const))
    .select(['users.email as to', 'users.fullName as toName'])
    .where('coupons.id', '=', couponId)
    .where('isActive', '=', true)
    .executeTakeFirst()
  if (!row) return null
  const { to, toName, ...coupon } = row
  const { code, value } = toCoupon(coupon)
  return { to, name: toName, code, value }
}
