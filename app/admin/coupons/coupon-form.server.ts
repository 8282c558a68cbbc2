import { data, redirect } from 'react-router'
import { z } from 'zod'
import type { CouponAnswer } from '#app/admin/coupons/coupon-dialog.tsx'
import { listBehind } from '#app/desk/pager.tsx'
import { COUPONS } from '#app/desk/paths.ts'
import { differences, textsOf } from '#app/desk/record-texts.ts'
import { type FormValues, type Problems, readFields, textOf, typedValues } from '#app/kit/form-fields.ts'
import { formOf } from '#app/request/form.server.ts'
import { orNotFound, type StaffCtx } from '#app/request/guards.server.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { normalizeCode } from '#shop/coupons/code.ts'
import { toFields } from '#shop/coupons/coupon.ts'
import {
  COUPON_FIELDS,
  newCouponInput,
  PERCENTAGE_TOO_HIGH,
  START_AFTER_EXPIRY,
} from '#shop/coupons/coupon-fields.ts'
import { findRecord } from '#shop/coupons/coupons.read.ts'
import { COUPON_FILTERS } from '#shop/coupons/listing.ts'
import { createCoupon, updateCoupon } from '#shop/coupons/manage-coupons.ts'

/** Browsers do not send an unchecked checkbox. */
const couponForm = newCouponInput.safeExtend({ isActive: z.string().default('').transform(Boolean) })

export function goToCoupons(request: Request, notice: { done: string; undo?: string }): Response {
  return redirect(listBehind(request, COUPONS, COUPON_FILTERS, notice), 303)
}

export async function addCoupon(ctx: StaffCtx, request: Request) {
  const form = await formOf(request)
  const refuse = (problems: Problems, status: number) =>
    answer({ message: 'Failed to add coupon', problems, values: typedValues(form), seenAt: null }, status)
  const fields = readFields(couponForm, form)
  if (!fields.ok) return refuse(fields.problems, 422)
  const created = await createCoupon(ctx, fields.value)
  return created.ok
    ? goToCoupons(request, { done: 'added' })
    : refuse({ code: 'Another coupon has this code' }, 409)
}

export async function saveCoupon(ctx: StaffCtx, request: Request, couponId: string) {
  const form = await formOf(request)
  const values = typedValues(form)
  const seenAt = Number(textOf(form, 'seenAt'))
  const coupon = orNotFound(await findRecord(ctx.db, couponId))
  const refuse = (problems: Problems, status: number) =>
    answer({ message: 'Failed to update coupon', problems, values, seenAt }, status)
  if (normalizeCode(textOf(form, 'code')) !== coupon.code)
    return refuse({ code: 'Coupon code cannot be changed' }, 422)
  const fields = readFields(couponForm, form)
  if (!fields.ok) return refuse(fields.problems, 422)
  const { code: _, ...change } = fields.value
  const saved = await updateCoupon(ctx, { ...change, couponId, seenAt: new Date(seenAt || 0) })
  if (saved.ok) return goToCoupons(request, { done: 'updated' })
  if (saved.reason === 'percentage_too_high') return refuse({ discountValue: PERCENTAGE_TOO_HIGH }, 422)
  if (saved.reason === 'start_after_expiry') return refuse({ startDate: START_AFTER_EXPIRY }, 422)
  if (saved.reason !== 'coupon_changed') throw data(null, { status: 404 })
  return conflictAnswer(ctx, couponId, values)
}

async function conflictAnswer({ db }: StaffCtx, couponId: string, values: FormValues) {
  const stored = orNotFound(await findRecord(db, couponId))
  const [last] = await listChanges(db, { entity: 'coupon', entityId: couponId, limit: 1 })
  const conflict = {
    recordKind: 'coupon',
    by: last?.actorName ?? 'Another admin',
    at: stored.updatedAt,
    rows: differences(COUPON_FIELDS, textsOf(COUPON_FIELDS, toFields(stored)), values),
  } as const
  const seenAt = stored.updatedAt.getTime()
  return answer({ message: 'Failed to update coupon', problems: {}, values, seenAt, conflict }, 409)
}

function answer(values: CouponAnswer, status: number) {
  return data<CouponAnswer>(values, { status })
}
