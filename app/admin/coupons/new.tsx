import { CouponDialog } from '#app/admin/coupons/coupon-dialog.tsx'
import { addCoupon, couponsPath } from '#app/admin/coupons/coupon-form.server.ts'
import { blankTexts } from '#app/admin/kit/record-texts.ts'
import { adminCtx } from '#app/request/admin.server.ts'
import { formOf } from '#app/request/form.server.ts'
import { COUPON_FIELDS } from '#shop/coupons/coupon-fields.ts'
import type { Route } from './+types/new.ts'

export function loader({ request, context }: Route.LoaderArgs) {
  adminCtx(context)
  return { closeTo: couponsPath(request) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = adminCtx(context)
  return addCoupon(ctx, await formOf(request), couponsPath(request))
}

export default function NewCoupon({ loaderData, actionData }: Route.ComponentProps) {
  const { values = blankTexts(COUPON_FIELDS), problems = {}, message } = actionData ?? {}
  return (
    <CouponDialog
      title="Add Coupon"
      form={{ values, problems, seenAt: null }}
      message={message ?? ''}
      conflict={null}
      closeTo={loaderData.closeTo}
    />
  )
}
