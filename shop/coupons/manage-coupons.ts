import { findRemoval } from '#shop/audit/audit.read.ts'
import type { Json } from '#shop/audit/change.ts'
import { type Coupon, couponValue, toFields } from '#shop/coupons/coupon.ts'
import { type CouponChange, type NewCoupon, startsAfterExpiry } from '#shop/coupons/coupon-fields.ts'
import {
  type CouponDetails,
  deleteCoupon,
  insertAgain,
  insertCoupon,
  lockCoupon,
  recordCoupon,
  setActive,
  updateDetails,
} from '#shop/coupons/coupons.sql.ts'
import { isReferredTo } from '#shop/coupons/uses.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

export async function createCoupon(ctx: Ctx, input: NewCoupon) {
  const { actor, now } = ctx
  if (!may(actor, 'coupons')) return err('not_allowed')
  const { discountType, discountValue, ...rest } = input
  const value = couponValue({ discountType, discountValue })
  return inTransaction(ctx, async (db) => {
    const coupon = await insertCoupon(db, { ...rest, value, now })
    if (!coupon) return err('code_taken')
    await recordCoupon(db, ctx, 'create', coupon.id, null, coupon)
    return ok(coupon)
  })
}

export type CouponUpdate = CouponChange & {
  couponId: string
  /** The coupon's `updatedAt` when the admin opened it. */
  seenAt?: Date | undefined
}

/** Changes the given fields. Orders that have used the coupon keep their price. */
export async function updateCoupon(ctx: Ctx, { couponId, seenAt, ...change }: CouponUpdate) {
  if (!may(ctx.actor, 'coupons')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const coupon = await lockCoupon(db, couponId)
    if (!coupon) return err('coupon_not_found')
    if (seenAt && seenAt.getTime() !== coupon.updatedAt.getTime()) return err('coupon_changed')
    const details = applyChange(coupon, change)
    if (details.value.discountType === 'percentage' && details.value.basisPoints > 10_000)
      return err('percentage_too_high')
    if (startsAfterExpiry(details)) return err('start_after_expiry')
    await updateDetails(db, couponId, details, ctx.now)
    await recordCoupon(db, ctx, 'update', couponId, coupon, { ...coupon, ...details })
    return ok(null)
  })
}

function applyChange(coupon: Coupon, change: CouponChange): CouponDetails {
  const defined = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const { code: _, discountType, discountValue, ...rest } = { ...toFields(coupon), ...defined }
  return { ...rest, value: couponValue({ discountType, discountValue }) }
}

export type RemovedCoupon = 'deleted' | 'switched_off'

/** Deletes a coupon, or deactivates it if an order or reward has it. The lock keeps concurrent orders from using it. */
export async function removeCoupon(ctx: Ctx, couponId: string) {
  if (!may(ctx.actor, 'coupons')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const coupon = await lockCoupon(db, couponId)
    if (!coupon) return err('coupon_not_found')
    if (await isReferredTo(db, couponId)) {
      await setActive(db, couponId, false, ctx.now)
      await recordCoupon(db, ctx, 'switch off', couponId, coupon, { ...coupon, isActive: false })
      return ok<RemovedCoupon>('switched_off')
    }
    await deleteCoupon(db, couponId)
    await recordCoupon(db, ctx, 'delete', couponId, coupon, null)
    return ok<RemovedCoupon>('deleted')
  })
}

/** Undoes the last removal of a coupon within an hour, unless it has changed since. Its values are in the audit log. */
export async function restoreCoupon(ctx: Ctx, couponId: string) {
  const { actor, now } = ctx
  if (!may(actor, 'coupons')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const coupon = await lockCoupon(db, couponId)
    const action = coupon ? 'switch off' : 'delete'
    const found = await findRemoval(db, { entity: 'coupon', entityId: couponId, action, now })
    if (!found) return err('action_not_found')
    // Revoking a reward and closing an account change a coupon without an audit entry.
    if (coupon && coupon.updatedAt.getTime() !== found.at.getTime()) return err('coupon_changed')
    const recorded = couponIn(found.before)
    const { isActive } = recorded
    const restored = { ...(coupon ? { ...coupon, isActive } : recorded), updatedAt: now }
    if (coupon) await setActive(db, couponId, isActive, now)
    else if (!(await insertAgain(db, restored))) return err('code_taken')
    await recordCoupon(db, ctx, 'restore', couponId, coupon, restored)
    return ok(null)
  })
}

/** Parses a coupon from the log, which holds dates as texts. */
function couponIn(recorded: Record<string, Json>): Coupon {
  const dates = ['startDate', 'expiryDate', 'createdAt', 'updatedAt'].map((key) => {
    const text = recorded[key]
    return [key, typeof text === 'string' ? new Date(text) : null]
  })
  return { ...recorded, ...Object.fromEntries(dates) } as unknown as Coupon
}
