import { recordChange } from '#shop/audit/audit.sql.ts'
import { couponValue } from '#shop/coupons/coupon.ts'
import type { NewCoupon } from '#shop/coupons/coupon-fields.ts'
import { insertCoupon } from '#shop/coupons/coupons.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

/** An admin creates a coupon. */
export async function createCoupon(ctx: Ctx, input: NewCoupon) {
  const { actor, now } = ctx
  if (!may(actor, 'coupons')) return err('not_allowed')
  const { discountType, discountValue, ...rest } = input
  const value = couponValue({ discountType, discountValue })
  return inTransaction(ctx, async (db) => {
    const coupon = await insertCoupon(db, { ...rest, value, now })
    if (!coupon) return err('code_taken')
    const actorId = actor.kind === 'person' ? actor.id : null
    const noted = { action: 'create', entity: 'coupon', entityId: coupon.id, before: null } as const
    await recordChange(db, { ...noted, after: coupon, actorId, now })
    return ok(coupon)
  })
}
