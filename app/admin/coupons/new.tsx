import { CouponDialog } from '#app/admin/coupons/coupon-dialog.tsx'
import { addCoupon, couponsPath } from '#app/admin/coupons/coupon-form.server.ts'
import { NEW_COUPON } from '#app/admin/coupons/coupon-texts.ts'
import { adminCtx } from '#app/request/admin.server.ts'
import { formOf } from '#app/request/form.server.ts'
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
  const { texts = NEW_COUPON, problems = {}, message = '' } = actionData ?? {}
  return (
    <CouponDialog
      title="Add Coupon"
      form={{ texts, problems, seenAt: null }}
      message={message}
      conflict={null}
      closeTo={loaderData.closeTo}
    />
  )
}
