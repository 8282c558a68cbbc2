/** The only place that writes uses of coupons and their count. */
import { sql } from 'kysely'
import type { Coupon } from '#shop/coupons/coupon.ts'
import { valueColumns } from '#shop/coupons/coupons.sql.ts'
import type { Db } from '#shop/ctx.ts'
import type { Money } from '#shop/kernel/money.ts'
import { countRows } from '#shop/lists.read.ts'

/** Counts a customer's uses of a coupon. `releaseCoupon` deletes the use of a cancelled order. */
export async function countUses(db: Db, couponId: string, userId: string): Promise<number> {
  return countRows(db.selectFrom('couponUses').where('couponId', '=', couponId).where('userId', '=', userId))
}

/** True if any order used the coupon, even a cancelled one, or if the coupon is the reward for a friend's order. */
export async function isReferredTo(db: Db, couponId: string): Promise<boolean> {
  const order = db.selectFrom('orders').select('couponId').where('couponId', '=', couponId)
  const reward = db.selectFrom('referrals').select('rewardId as couponId').where('rewardId', '=', couponId)
  return (await order.unionAll(reward).limit(1).executeTakeFirst()) !== undefined
}

export type CouponUse = { coupon: Coupon; orderId: string; userId: string; subtotal: Money; now: Date }

/**
 * Records a use of the coupon. Returns false if it is unusable or changed since pricing. The limit per customer
 * is checked in a second statement, which sees uses committed while the first waited for the row.
 */
export async function redeemCoupon(db: Db, { coupon, orderId, userId, subtotal, now }: CouponUse) {
  const { discountType, discountValue } = valueColumns(coupon.value)
  const limits = await db
    .updateTable('coupons')
    .set({ currentUses: sql`current_uses + 1` })
    .where('id', '=', coupon.id)
    .where('isActive', '=', true)
    .where('discountType', '=', discountType)
    .where('discountValue', '=', discountValue)
    .where('minOrderAmount', '<=', subtotal)
    .where((eb) => eb.or([eb('startDate', 'is', null), eb('startDate', '<=', now)]))
    .where((eb) => eb.or([eb('expiryDate', 'is', null), eb('expiryDate', '>=', now)]))
    .where((eb) => eb.or([eb('maxUses', 'is', null), eb('currentUses', '<', eb.ref('maxUses'))]))
    .returning('maxUsesPerCustomer')
    .executeTakeFirst()
  if (!limits) return false
  const { maxUsesPerCustomer: max } = limits
  if (max !== null && (await countUses(db, coupon.id, userId)) >= max) return false
  await db.insertInto('couponUses').values({ couponId: coupon.id, orderId, userId, createdAt: now }).execute()
  return true
}

export async function releaseCoupon(db: Db, orderId: string): Promise<void> {
  const use = await db
    .deleteFrom('couponUses')
    .where('orderId', '=', orderId)
    .returning('couponId')
    .executeTakeFirst()
  if (!use) return
  await db
    .updateTable('coupons')
    .set({ currentUses: sql`current_uses - 1` })
    .where('id', '=', use.couponId)
    .execute()
}

/** Redeems the coupon of a reopened order again, even if it has expired. Returns false if a limit is reached. */
export async function reclaimCoupon(db: Db, orderId: string, now: Date): Promise<boolean> {
  const order = await db
    .selectFrom('orders')
    .select(['couponId', 'userId'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (!order?.couponId) return true
  const limits = await db
    .updateTable('coupons')
    .set({ currentUses: sql`current_uses + 1` })
    .where('id', '=', order.couponId)
    .where((eb) => eb.or([eb('maxUses', 'is', null), eb('currentUses', '<', eb.ref('maxUses'))]))
    .returning(['id', 'maxUsesPerCustomer'])
    .executeTakeFirst()
  if (!limits) return false
  const { id: couponId, maxUsesPerCustomer: max } = limits
  if (max !== null && (await countUses(db, couponId, order.userId)) >= max) return false
  const { userId } = order
  await db.insertInto('couponUses').values({ couponId, orderId, userId, createdAt: now }).execute()
  return true
}
