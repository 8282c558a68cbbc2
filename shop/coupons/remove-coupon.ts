import { recordChange } from '#shop/audit/audit.sql.ts'
import { deactivateCoupon, deleteCoupon, lockCoupon } from '#shop/coupons/coupons.sql.ts'
import { isInOrders } from '#shop/coupons/uses.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isAdmin } from '#shop/kernel/actor.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

export type RemoveCouponRefusal =
  | { ok: false; reason: 'not_admin' }
  | { ok: false; reason: 'coupon_not_found' }

/** What became of a coupon that was to be deleted. */
export type RemovedCoupon = 'deleted' | 'switched_off'

/**
 * An admin deletes a coupon. One that orders name, those that were cancelled included, is switched off and stays with
 * its figures. The lock makes an order that is being placed come before or after, never between the question and the deed.
 */
export async function removeCoupon(
  ctx: Ctx,
  couponId: string,
): Promise<Result<RemovedCoupon, RemoveCouponRefusal>> {
  const { actor, now } = ctx
  if (!isAdmin(actor)) return err('not_admin')
  if (!isUuid(couponId)) return err('coupon_not_found')
  const actorId = actor.kind === 'person' ? actor.id : null
  return inTransaction<RemovedCoupon, RemoveCouponRefusal>(ctx, async (db) => {
    const before = await lockCoupon(db, couponId)
    if (!before) return err('coupon_not_found')
    const change = { actorId, entity: 'coupon', entityId: couponId, before, now } as const
    if (await isInOrders(db, couponId)) {
      await deactivateCoupon(db, couponId, now)
      await recordChange(db, { ...change, action: 'switch off', after: { ...before, isActive: false } })
      return ok('switched_off')
    }
    await deleteCoupon(db, couponId)
    await recordChange(db, { ...change, action: 'delete', after: null })
    return ok('deleted')
  })
}
