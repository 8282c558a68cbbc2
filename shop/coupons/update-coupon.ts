import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Coupon, CouponValue } from '#shop/coupons/coupon.ts'
import { type CouponDetails, lockCoupon, updateDetails } from '#shop/coupons/coupons.sql.ts'
import { type CouponChange, couponValue } from '#shop/coupons/input.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isAdmin } from '#shop/kernel/actor.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { rupees, toRupees } from '#shop/kernel/money.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

export type UpdateCouponRefusal =
  | { ok: false; reason: 'not_admin' }
  | { ok: false; reason: 'coupon_not_found' }
  | { ok: false; reason: 'percentage_too_high' }
  | { ok: false; reason: 'coupon_changed' }

export type CouponUpdate = CouponChange & {
  couponId: string
  /** The `updatedAt` of the coupon that the admin saw; one that was changed since is not overwritten. */
  seenAt?: Date | undefined
}

/** An admin changes a coupon; what is left out stays. Orders that have used it keep their price. */
export async function updateCoupon(
  ctx: Ctx,
  { couponId, seenAt, ...change }: CouponUpdate,
): Promise<Result<null, UpdateCouponRefusal>> {
  const { actor, now } = ctx
  if (!isAdmin(actor)) return err('not_admin')
  if (!isUuid(couponId)) return err('coupon_not_found')
  return inTransaction<null, UpdateCouponRefusal>(ctx, async (db) => {
    const before = await lockCoupon(db, couponId)
    if (!before) return err('coupon_not_found')
    if (seenAt && seenAt.getTime() !== before.updatedAt.getTime()) return err('coupon_changed')
    const details = changed(before, change)
    if (details.value.discountType === 'percentage' && details.value.basisPoints > 10_000)
      return err('percentage_too_high')
    await updateDetails(db, couponId, details, now)
    const actorId = actor.kind === 'person' ? actor.id : null
    const noted = { action: 'update', entity: 'coupon', entityId: couponId, before } as const
    await recordChange(db, { ...noted, after: { ...before, ...details }, actorId, now })
    return ok(null)
  })
}

function changed(before: Coupon, { discountType, discountValue, ...change }: CouponChange): CouponDetails {
  const { minOrderAmount, ...rest } = change
  return {
    name: rest.name ?? before.name,
    description: rest.description ?? before.description,
    value: couponValue(discountType ?? before.value.discountType, discountValue ?? inUnits(before.value)),
    minOrderAmount: minOrderAmount === undefined ? before.minOrderAmount : rupees(minOrderAmount),
    maxUses: rest.maxUses === undefined ? before.maxUses : rest.maxUses,
    maxUsesPerCustomer:
      rest.maxUsesPerCustomer === undefined ? before.maxUsesPerCustomer : rest.maxUsesPerCustomer,
    expiryDate: rest.expiryDate === undefined ? before.expiryDate : rest.expiryDate,
    isActive: rest.isActive ?? before.isActive,
  }
}

/** In percent or rupees, as forms and API write it. */
function inUnits(value: CouponValue): number {
  return value.discountType === 'fixed' ? toRupees(value.amount) : value.basisPoints / 100
}
