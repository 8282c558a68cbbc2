import { data, redirect } from 'react-router'
import {
  COUPON_FIELDS,
  type CouponField,
  type CouponTexts,
  differences,
  textsOf,
} from '#app/admin/coupons/coupon-texts.ts'
import { COUPONS } from '#app/admin/coupons/coupons-path.ts'
import type { ShownConflict } from '#app/admin/kit/conflict-panel.tsx'
import { pagePath } from '#app/admin/kit/pager.tsx'
import { textOf } from '#app/kit/form-fields.ts'
import type { AdminCtx } from '#app/request/admin.server.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { asCode } from '#shop/coupons/coupon.ts'
import { findRecord } from '#shop/coupons/coupons.read.ts'
import { createCoupon } from '#shop/coupons/create-coupon.ts'
import { newCouponInput, PERCENTAGE_TOO_HIGH } from '#shop/coupons/input.ts'
import { readCouponListing } from '#shop/coupons/listing.ts'
import { updateCoupon } from '#shop/coupons/update-coupon.ts'

type Problems = Partial<Record<CouponField, string>>
type Conflict = Omit<ShownConflict, 'reloadTo'>

/** The form again, with everything as typed and what is wrong. */
export type CouponAnswer = {
  texts: CouponTexts
  problems: Problems
  message: string
  seenAt: number | null
  conflict: Conflict | null
}

/** The list that a dialog stands over, as its address says. */
export function couponsPath(request: Request): string {
  const { text, kind, page } = readCouponListing(new URL(request.url).searchParams)
  return pagePath(COUPONS, { q: text, kind: kind === 'all' ? '' : kind }, page)
}

export function doneAt(list: string, done: string): Response {
  return redirect(`${list}${list.includes('?') ? '&' : '?'}done=${done}`, 303)
}

/** Makes a coupon of the form. */
export async function addCoupon(ctx: AdminCtx, form: FormData, list: string) {
  const texts = readTexts(form)
  const again = (problems: Problems, status: number) =>
    answered({ texts, problems, message: 'Failed to add coupon', seenAt: null, conflict: null }, status)
  const parsed = newCouponInput.safeParse(toInput(texts))
  if (!parsed.success) return again(problemsOf(parsed.error.issues), 422)
  const created = await createCoupon(ctx, parsed.data)
  if (created.ok) return doneAt(list, 'added')
  return again({ code: 'Another coupon has this code' }, 409)
}

/** Changes a coupon after the form, unless somebody else did meanwhile. */
export async function saveCoupon(ctx: AdminCtx, form: FormData, couponId: string, list: string) {
  const texts = readTexts(form)
  const seenAt = Number(textOf(form, 'seenAt'))
  const before = await findRecord(ctx.db, couponId)
  if (!before) throw data(null, { status: 404 })
  const again = (problems: Problems, status: number) =>
    answered({ texts, problems, message: 'Failed to update coupon', seenAt, conflict: null }, status)
  if (asCode(texts.code) !== before.code) return again({ code: 'Coupon code cannot be changed' }, 422)
  const parsed = newCouponInput.safeParse(toInput(texts))
  if (!parsed.success) return again(problemsOf(parsed.error.issues), 422)
  const { code: _, ...change } = parsed.data
  const saved = await updateCoupon(ctx, { ...change, couponId, seenAt: new Date(seenAt || 0) })
  if (saved.ok) return doneAt(list, 'updated')
  if (saved.reason === 'percentage_too_high') return again({ discountValue: PERCENTAGE_TOO_HIGH }, 422)
  if (saved.reason !== 'coupon_changed') throw data(null, { status: 404 })
  return conflicting(ctx, couponId, texts)
}

/** Both versions; saving again goes over the one that is saved now. */
async function conflicting({ db }: AdminCtx, couponId: string, texts: CouponTexts) {
  const now = await findRecord(db, couponId)
  if (!now) throw data(null, { status: 404 })
  const [last] = await listChanges(db, { entity: 'coupon', entityId: couponId, limit: 1 })
  const rows = differences(textsOf(now), texts)
  const by = last?.actorName ?? 'Another admin'
  const conflict: Conflict = { thing: 'coupon', by, at: now.updatedAt, rows }
  const seenAt = now.updatedAt.getTime()
  return answered({ texts, problems: {}, message: 'Failed to update coupon', seenAt, conflict }, 409)
}

function answered(answer: CouponAnswer, status: number) {
  return data<CouponAnswer>(answer, { status })
}

function readTexts(form: FormData): CouponTexts {
  return Object.fromEntries(COUPON_FIELDS.map((name) => [name, textOf(form, name)])) as CouponTexts
}

function toInput({ isActive, ...texts }: CouponTexts) {
  return { ...texts, isActive: isActive !== '' }
}

function problemsOf(issues: readonly { path: PropertyKey[]; message: string }[]): Problems {
  const pairs = issues.map(({ path, message }) => [String(path[0]), message])
  return Object.fromEntries(pairs.reverse())
}
