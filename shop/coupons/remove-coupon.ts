import { recordChange } from '#shop/audit/audit.sql.ts'
import { deactivateCoupon, deleteCoupon, lockCoupon } from '#shop/coupons/coupons.sql.ts'
import { isInOrders } from '#shop/coupons/uses.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

/** The result of deleting a coupon. */
export type RemovedCoupon = 'deleted' | 'switched_off'

/**
 * An admin deletes a coupon. One with orders, including cancelled ones, is only switched off and keeps its figures. The
 * row lock keeps a concurrent order from being placed between check and deletion.
 */
export async function removeCoupon(ctx: Ctx, couponId: string) {
  const { actor, now } = ctx
  if (!may(actor, 'coupons')) return err('not_allowed')
  if (!isUuid(couponId)) return err('coupon_not_found')
  const actorId = actor.kind === 'person' ? actor.id : null
  return inTransaction(ctx, async (db) => {
    const before = await lockCoupon(db, couponId)
    if (!before) return err('coupon_not_found')
    const change = { actorId, entity: 'coupon', entityId: couponId, before, now } as const
    if (await isInOrders(db, couponId)) {
      await deactivateCoupon(db, couponId, now)
      await recordChange(db, { ...change, action: 'switch off', after: { ...before, isActive: false } })
      return ok<RemovedCoupon>('switched_off')
    }
    await deleteCoupon(db, couponId)
    await recordChange(db, { ...change, action: 'delete', after: null })
    return ok<RemovedCoupon>('deleted')
  })
}
