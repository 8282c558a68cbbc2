import { Outlet } from 'react-router'
import { z } from 'zod'
import { CouponCard } from '#app/admin/coupons/coupon-card.tsx'
import { couponsPath, doneAt } from '#app/admin/coupons/coupon-form.server.ts'
import { AdminPage, StatusNotice } from '#app/desk/admin-page.tsx'
import { ConfirmDialog } from '#app/desk/confirm-dialog.tsx'
import { ExportLink, exportPath } from '#app/desk/export-link.tsx'
import { FilterBar } from '#app/desk/filter-bar.tsx'
import { Pager, pagePath } from '#app/desk/pager.tsx'
import { COUPONS } from '#app/desk/paths.ts'
import { readSavedFilters } from '#app/desk/saved-filters.server.ts'
import { SavedFilters } from '#app/desk/saved-filters.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { readFields } from '#app/kit/form-fields.ts'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { doneNotice, formOf, invalid, refusedBy } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { countCoupons, findRecord, listCoupons } from '#shop/coupons/coupons.read.ts'
import { readCouponListing } from '#shop/coupons/listing.ts'
import { removeCoupon } from '#shop/coupons/manage-coupons.ts'
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

const KINDS = [
  { value: '', label: 'All' },
  { value: 'everybody', label: 'For everyone' },
  { value: 'thanks', label: 'Referral rewards' },
]

/** The coupons as cards, with search, adding, editing and deleting. */
export default function CouponsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { listing, saved, coupons, total, perPage, now, removing, done } = loaderData
  const { text, kind, page } = listing
  const pathOf = (at: number, more: Record<string, string> = {}) =>
    pagePath(COUPONS, { q: text, kind: kind === 'all' ? '' : kind, ...more }, at)
  const list = pathOf(page)
  const over = (child: string) => list.replace(COUPONS, COUPONS + child)
  const from = (page - 1) * perPage + 1
  return (
    <>
      <AdminPage
        actions={
          <>
            <ExportLink to={exportPath('coupons', { q: text, kind: kind === 'all' ? '' : kind })} />
            <ButtonLink to={over('/new')} icon="plus" preventScrollReset>
              Add Coupon
            </ButtonLink>
          </>
        }
      >
        <StatusNotice answer={actionData ?? done} />
        <FilterBar
          action={COUPONS}
          search={{ label: 'Search by code or name', value: text }}
          choices={[{ name: 'kind', label: 'Show', value: kind === 'all' ? '' : kind, options: KINDS }]}
        />
        <SavedFilters {...saved} />
        {coupons.length === 0 ? (
          <div className="data-empty">
            <EmptyList title="No coupons found">
              {text || kind !== 'all'
                ? 'No coupon matches this search and filter.'
                : 'There are no coupons yet.'}
            </EmptyList>
          </div>
        ) : (
          <div className="coupon-grid">
            {coupons.map((coupon) => (
              <CouponCard
                key={coupon.id}
                coupon={coupon}
                now={now}
                editPath={over(`/${coupon.id}`)}
                removePath={pathOf(page, { delete: coupon.id })}
              />
            ))}
          </div>
        )}
        <Pager
          from={from}
          count={coupons.length}
          total={total}
          backTo={page > 1 ? pathOf(page - 1) : null}
          nextTo={from + coupons.length <= total ? pathOf(page + 1) : null}
        />
        {removing && <RemoveCoupon coupon={removing} closeTo={list} />}
      </AdminPage>
      <Outlet />
    </>
  )
}

type Removing = NonNullable<Route.ComponentProps['loaderData']['removing']>

function RemoveCoupon({ coupon, closeTo }: { coupon: Removing; closeTo: string }) {
  const { id, code, currentUses } = coupon
  return (
    <ConfirmDialog
      title={`Delete ${code}?`}
      confirm="Delete coupon"
      closeTo={closeTo}
      action={closeTo}
      fields={{ id }}
    >
      <p>
        It can no longer be used.{' '}
        {currentUses === 1 && 'The order that used it keeps its discount and its code. '}
        {currentUses > 1 && `The ${currentUses} orders that used it keep their discount and its code. `}A
        coupon that orders have used stays here, switched off, with its figures.
      </p>
    </ConfirmDialog>
  )
}
