import { recordChange } from '#shop/audit/audit.sql.ts'
import { deleteCoupon, findById, lockCoupon, lockOrdersWith, switchOff } from '#shop/coupons/coupons.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isAdmin } from '#shop/customers/actor.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { done, type Result, refuse } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

export type RemoveCouponRefusal =
  | { ok: false; reason: 'not_admin' }
  | { ok: false; reason: 'coupon_not_found' }

/** An admin deletes a coupon. Orders that used it keep their discount and its code. */
export async function removeCoupon(ctx: Ctx, couponId: string): Promise<Result<null, RemoveCouponRefusal>> {
  const { actor, now } = ctx
  if (!isAdmin(actor)) return refuse('not_admin')
  if (!isUuid(couponId)) return refuse('coupon_not_found')
  const before = await findById(ctx.db, couponId)
  if (!before) return refuse('coupon_not_found')
  // No order takes it from now on, so that all that did can be locked before the coupon is.
  await switchOff(ctx.db, couponId, now)
  return inTransaction<null, RemoveCouponRefusal>(ctx, async (db) => {
    await lockOrdersWith(db, couponId)
    if (!(await lockCoupon(db, couponId))) return refuse('coupon_not_found')
    await deleteCoupon(db, couponId)
    const actorId = actor.kind === 'person' ? actor.id : null
    const noted = { action: 'delete', entity: 'coupon', entityId: couponId, after: null } as const
    await recordChange(db, { ...noted, before, actorId, now })
    return done(null)
  })
}
