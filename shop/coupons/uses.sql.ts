/** The only place that writes which orders use a coupon, and how often it has been used. */
import { sql } from 'kysely'
import type { Coupon } from '#shop/coupons/coupon.ts'
import { valueColumns } from '#shop/coupons/coupons.sql.ts'
import type { Db } from '#shop/ctx.ts'
import type { Money } from '#shop/kernel/money.ts'

/** How many orders of the customer that stand used the coupon. */
export async function countUses(db: Db, couponId: string, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('couponUses')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('couponId', '=', couponId)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** Whether any order names the coupon, those that were cancelled included. */
export async function isInOrders(db: Db, couponId: string): Promise<boolean> {
  const orders = db.selectFrom('orders').select('id').where('couponId', '=', couponId).limit(1)
  return (await orders.executeTakeFirst()) !== undefined
}

export type CouponUse = { coupon: Coupon; orderId: string; userId: string; subtotal: Money; now: Date }

/**
 * Uses the coupon for an order, provided that it is still what was priced and nothing stands in the way. False when
 * something does. Whoever uses the same coupon waits for the row, so that no cap is passed; the customer's own cap is
 * counted by a statement of its own, which sees what was committed while this one waited.
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

/** An order that used a coupon no longer stands: it may be used once more. */
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
 * A cancelled order stands again, and with it its use of a coupon. False when the coupon has been used up since, by all
 * or by this customer; counted as in `redeemCoupon`. Whether it has expired or was switched off meanwhile does not
 * matter: the price was agreed when it was placed.
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
