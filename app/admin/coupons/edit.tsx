import { CouponDialog } from '#app/admin/coupons/coupon-dialog.tsx'
import { saveCoupon } from '#app/admin/coupons/coupon-form.server.ts'
import { listBehind } from '#app/desk/pager.tsx'
import { COUPONS } from '#app/desk/paths.ts'
import { textsOf } from '#app/desk/record-texts.ts'
import { orNotFound, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { toFields } from '#shop/coupons/coupon.ts'
import { COUPON_FIELDS } from '#shop/coupons/coupon-fields.ts'
import { findRecord } from '#shop/coupons/coupons.read.ts'
import { COUPON_FILTERS } from '#shop/coupons/listing.ts'
import type { Route } from './+types/edit.ts'

export const handle: PageHandle = {
  guard: 'coupons',
  access: { at: '/admin/dashboard/coupons/{nothing}', get: 404, post: 404 },
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db } = context.get(staffContext)
  const coupon = orNotFound(await findRecord(db, params.id))
  const values = textsOf(COUPON_FIELDS, toFields(coupon))
  return { values, seenAt: coupon.updatedAt.getTime(), closeTo: listBehind(request, COUPONS, COUPON_FILTERS) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  return saveCoupon(ctx, request, params.id)
}

export default function EditCoupon({ loaderData, actionData }: Route.ComponentProps) {
  const { closeTo, ...saved } = loaderData
  const form = actionData ?? saved
  return <CouponDialog key={form.seenAt} title="Edit Coupon" {...form} closeTo={closeTo} />
}
