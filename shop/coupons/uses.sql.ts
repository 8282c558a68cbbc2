/** The only place that writes uses of coupons and their count. */
import { sql } from 'kysely'
import type { Coupon } from '#shop/coupons/coupon.ts'
import { valueColumns } from '#shop/coupons/coupons.sql.ts'
import type { Db } from '#shop/ctx.ts'
import type { Money } from '#shop/kernel/money.ts'

/** The customer's orders with the coupon that are not cancelled. */
export async function countUses(db: Db, couponId: string, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('couponUses')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('couponId', '=', couponId)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** True when any order has the coupon, including cancelled ones. */
export async function isInOrders(db: Db, couponId: string): Promise<boolean> {
  const orders = db.selectFrom('orders').select('id').where('couponId', '=', couponId).limit(1)
  return (await orders.executeTakeFirst()) !== undefined
}

export type CouponUse = { coupon: Coupon; orderId: string; userId: string; subtotal: Money; now: Date }

/**
 * Uses the coupon for an order; false when it is invalid or has changed since it was priced. The row lock
 * serialises uses; a second statement counts the customer's, to see those committed meanwhile.
 */
export async function redeemCoupon(
  db: Db,
  { coupon, orderId, userId, subtotal, now }: CouponUse,
): Promise<boolean> {
  const { discountType, discountValue } = valueColumns(coupon.value)
  const used = await db
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
  if (!used) return false
  const { maxUsesPerCustomer: most } = used
  if (most !== null && (await countUses(db, coupon.id, userId)) >= most) return false
  await insertUse(db, { couponId: coupon.id, orderId, userId, now })
  return true
}

type Use = { couponId: string; orderId: string; userId: string; now: Date }

async function insertUse(db: Db, { now, ...use }: Use): Promise<void> {
  await db
    .insertInto('couponUses')
    .values({ ...use, createdAt: now })
    .execute()
}

/** The order was cancelled, so its use no longer counts. */
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

/**
 * Counts the use of a reopened order again; false when a limit has been reached since, as in `redeemCoupon`. Expiry and
 * deactivation do not matter, because the price was agreed at the order.
 */
export async function reclaimCoupon(db: Db, orderId: string, now: Date): Promise<boolean> {
  const order = await db
    .selectFrom('orders')
    .select(['couponId', 'userId'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (!order?.couponId) return true
  const taken = await db
    .updateTable('coupons')
    .set({ currentUses: sql`current_uses + 1` })
    .where('id', '=', order.couponId)
    .where((eb) => eb.or([eb('maxUses', 'is', null), eb('currentUses', '<', eb.ref('maxUses'))]))
    .returning(['id', 'maxUsesPerCustomer'])
    .executeTakeFirst()
  if (!taken) return false
  const { id: couponId, maxUsesPerCustomer: most } = taken
  if (most !== null && (await countUses(db, couponId, order.userId)) >= most) return false
  await insertUse(db, { couponId, orderId, userId: order.userId, now })
  return true
}
