import { CouponDialog } from '#app/admin/coupons/coupon-dialog.tsx'
import { addCoupon, couponsPath } from '#app/admin/coupons/coupon-form.server.ts'
import { blankTexts } from '#app/desk/record-texts.ts'
import { formOf } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { COUPON_FIELDS } from '#shop/coupons/coupon-fields.ts'
import type { Route } from './+types/new.ts'

export const handle: PageHandle = { guard: 'coupons', access: { get: 200, post: 422 } }

export function loader({ request }: Route.LoaderArgs) {
  return { closeTo: couponsPath(request) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
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
