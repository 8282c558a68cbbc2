import { data, useLocation } from 'react-router'
import { adminCtx } from '#app/http/admin.server.ts'
import { couponsPath, saveCoupon } from '#app/http/coupon-form.server.ts'
import { formOf } from '#app/http/form.server.ts'
import { CouponDialog } from '#app/ui/admin/coupons/coupon-dialog.tsx'
import { textsOf } from '#app/ui/admin/coupons/coupon-texts.ts'
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
