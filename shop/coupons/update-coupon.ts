import { recordChange } from '#shop/audit/audit.sql.ts'
import { type Coupon, couponValue, toFields } from '#shop/coupons/coupon.ts'
import { type CouponChange, startsAfterExpiry } from '#shop/coupons/coupon-fields.ts'
import { type CouponDetails, lockCoupon, updateDetails } from '#shop/coupons/coupons.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

export type CouponUpdate = CouponChange & {
  couponId: string
  /** The `updatedAt` that the admin saw; a coupon changed since is not overwritten. */
  seenAt?: Date | undefined
}

/** An admin changes a coupon; omitted fields stay unchanged. Orders that used it keep their price. */
export async function updateCoupon(ctx: Ctx, { couponId, seenAt, ...change }: CouponUpdate) {
  const { actor, now } = ctx
  if (!may(actor, 'coupons')) return err('not_allowed')
  if (!isUuid(couponId)) return err('coupon_not_found')
  return inTransaction(ctx, async (db) => {
    const before = await lockCoupon(db, couponId)
    if (!before) return err('coupon_not_found')
    if (seenAt && seenAt.getTime() !== before.updatedAt.getTime()) return err('coupon_changed')
    const details = changed(before, change)
    if (details.value.discountType === 'percentage' && details.value.basisPoints > 10_000)
      return err('percentage_too_high')
    if (startsAfterExpiry(details)) return err('start_after_expiry')
    await updateDetails(db, couponId, details, now)
    const actorId = actor.kind === 'person' ? actor.id : null
    const noted = { action: 'update', entity: 'coupon', entityId: couponId, before } as const
    await recordChange(db, { ...noted, after: { ...before, ...details }, actorId, now })
    return ok(null)
  })
}

/** The fields after the change; undefined ones are left out. */
function changed(before: Coupon, change: CouponChange): CouponDetails {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const { code: _, discountType, discountValue, ...rest } = { ...toFields(before), ...given }
  return { ...rest, value: couponValue({ discountType, discountValue }) }
}
