import { CouponDialog } from '#app/admin/coupons/coupon-dialog.tsx'
import { addCoupon } from '#app/admin/coupons/coupon-form.server.ts'
import { listBehind } from '#app/desk/pager.tsx'
import { COUPONS } from '#app/desk/paths.ts'
import { blankTexts } from '#app/desk/record-texts.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { COUPON_FIELDS } from '#shop/coupons/coupon-fields.ts'
import { COUPON_FILTERS } from '#shop/coupons/listing.ts'
import type { Route } from './+types/new.ts'

export const handle: PageHandle = { guard: 'coupons', access: { get: 200, post: 422 } }

export function loader({ request }: Route.LoaderArgs) {
  return { closeTo: listBehind(request, COUPONS, COUPON_FILTERS) }
}

export async function action({ request, context }: Route.ActionArgs) {
  return addCoupon(context.get(staffContext), request)
}

export default function NewCoupon({ loaderData, actionData }: Route.ComponentProps) {
  const blank = { values: blankTexts(COUPON_FIELDS), seenAt: null }
  return <CouponDialog title="Add Coupon" {...(actionData ?? blank)} closeTo={loaderData.closeTo} />
}
