import { Outlet } from 'react-router'
import { z } from 'zod'
import { couponsPath, doneAt } from '#app/admin/coupons/coupon-form.server.ts'
import { CouponsPage } from '#app/admin/coupons/coupons-page.tsx'
import { readSavedFilters } from '#app/desk/saved-filters.server.ts'
import { readFields } from '#app/kit/form-fields.ts'
import { doneNotice, formOf, invalid, refusedBy } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { countCoupons, findRecord, listCoupons } from '#shop/coupons/coupons.read.ts'
import { readCouponListing } from '#shop/coupons/listing.ts'
import { removeCoupon } from '#shop/coupons/remove-coupon.ts'
import type { Route } from './+types/coupons.ts'

export const handle: PageHandle = {
  guard: 'coupons',
  tab: { label: 'Coupons', icon: 'tag', group: 'main' },
  access: { get: 200, post: 422 },
}

const PER_PAGE = 24

/** The last action, as the URL names it. */
const DONE: Record<string, string> = {
  added: 'Coupon added',
  updated: 'Coupon updated',
  deleted: 'Coupon deleted',
  switched_off: 'Coupon switched off: orders have used it, so it stays with its figures',
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { db, now } = ctx
  const params = new URL(request.url).searchParams
  const listing = readCouponListing(params)
  const [saved, coupons, total, asked] = await Promise.all([
    readSavedFilters(ctx, 'coupons', request),
    listCoupons(db, { ...listing, limit: PER_PAGE, skip: (listing.page - 1) * PER_PAGE }),
    countCoupons(db, listing),
    findRecord(db, params.get('delete') ?? ''),
  ])
  const removing = asked && { id: asked.id, code: asked.code, currentUses: asked.currentUses }
  return { saved, listing, coupons, total, perPage: PER_PAGE, now, removing, done: doneNotice(request, DONE) }
}

const removalForm = z.object({ id: z.uuid() })
const NOT_DELETED = 'Failed to delete coupon'

/** Deletes a coupon. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const form = await formOf(request)
  const sent = readFields(removalForm, form)
  if (!sent.ok) return invalid(sent, NOT_DELETED)
  const removed = await removeCoupon(ctx, sent.value.id)
  if (!removed.ok) return refusedBy(removed, form, NOT_DELETED)
  return doneAt(couponsPath(request), removed.value)
}

export default function Coupons({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <CouponsPage {...loaderData} answer={actionData ?? loaderData.done} />
      <Outlet />
    </>
  )
}
