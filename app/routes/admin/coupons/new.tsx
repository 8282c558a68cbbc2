import { adminCtx } from '#app/http/admin.server.ts'
import { addCoupon, couponsPath } from '#app/http/coupon-form.server.ts'
import { formOf } from '#app/http/form.server.ts'
import { CouponDialog } from '#app/ui/admin/coupons/coupon-dialog.tsx'
import { NEW_COUPON } from '#app/ui/admin/coupons/coupon-texts.ts'
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
