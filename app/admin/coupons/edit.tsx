import { data, useLocation } from 'react-router'
import { CouponDialog } from '#app/admin/coupons/coupon-dialog.tsx'
import { couponsPath, saveCoupon } from '#app/admin/coupons/coupon-form.server.ts'
import { textsOf } from '#app/admin/coupons/coupon-texts.ts'
import { adminCtx } from '#app/request/admin.server.ts'
import { formOf } from '#app/request/form.server.ts'
import { findRecord } from '#shop/coupons/coupons.read.ts'
import type { Route } from './+types/edit.ts'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db } = adminCtx(context)
  const coupon = await findRecord(db, params.id)
  if (!coupon) throw data(null, { status: 404 })
  return { texts: textsOf(coupon), seenAt: coupon.updatedAt.getTime(), closeTo: couponsPath(request) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = adminCtx(context)
  return saveCoupon(ctx, await formOf(request), params.id, couponsPath(request))
}

export default function EditCoupon({ loaderData, actionData }: Route.ComponentProps) {
  const { pathname, search } = useLocation()
  const { texts, seenAt } = actionData ?? loaderData
  const { problems = {}, message = '', conflict = null } = actionData ?? {}
  return (
    <CouponDialog
      key={seenAt}
      title="Edit Coupon"
      form={{ texts, problems, seenAt }}
      message={message}
      conflict={conflict && { ...conflict, reloadTo: pathname + search }}
      closeTo={loaderData.closeTo}
    />
  )
}
