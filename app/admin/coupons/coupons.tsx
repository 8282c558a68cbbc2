import { Outlet } from 'react-router'
import { z } from 'zod'
import { CouponCard } from '#app/admin/coupons/coupon-card.tsx'
import { goToCoupons } from '#app/admin/coupons/coupon-form.server.ts'
import { AdminPage, StatusNotice, UndoBanner } from '#app/desk/admin-page.tsx'
import { ConfirmDialog } from '#app/desk/confirm-dialog.tsx'
import { FilterBar } from '#app/desk/filter-bar.tsx'
import { listPaths, NumberedPager } from '#app/desk/pager.tsx'
import { COUPONS } from '#app/desk/paths.ts'
import { readSavedFilters } from '#app/desk/saved-filters.server.ts'
import { SavedFilters } from '#app/desk/saved-filters.tsx'
import { ExportLink, exportPath } from '#app/desk/staff-link.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { doneNotice, invalid, readFormFields, refusedBy } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { countCoupons, findRecord, listCoupons } from '#shop/coupons/coupons.read.ts'
import { COUPON_FILTERS } from '#shop/coupons/listing.ts'
import { type RemovedCoupon, removeCoupon, restoreCoupon } from '#shop/coupons/manage-coupons.ts'
import { filterParams, filterQuery, readSearch } from '#shop/kernel/filters.ts'
import type { Route } from './+types/coupons.ts'

export const handle: PageHandle = {
  guard: 'coupons',
  tab: { label: 'Coupons', icon: 'tag', group: 'Sell' },
  access: { get: 200, post: 422 },
}

const PER_PAGE = 24

const REMOVED: Record<RemovedCoupon, string> = {
  deleted: 'Coupon deleted.',
  switched_off:
    'Coupon switched off. Orders have used it, or it is a reward, so it stays in the list with its figures.',
}

const DONE: Record<string, string> = {
  added: 'Coupon added',
  updated: 'Coupon updated',
  restored: 'Coupon restored',
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { db, now } = ctx
  const params = new URL(request.url).searchParams
  const search = readSearch(COUPON_FILTERS, params)
  const [saved, coupons, total, coupon] = await Promise.all([
    readSavedFilters(ctx, 'coupons', request),
    listCoupons(db, { ...search, limit: PER_PAGE, skip: (search.page - 1) * PER_PAGE }),
    countCoupons(db, search),
    findRecord(db, params.get('delete') ?? ''),
  ])
  const couponToRemove = coupon && { id: coupon.id, code: coupon.code, currentUses: coupon.currentUses }
  const removed = doneNotice(request, REMOVED)
  const undo = removed && { text: removed.message, id: params.get('undo') ?? '' }
  return { saved, search, coupons, total, now, couponToRemove, undo, done: doneNotice(request, DONE) }
}

const removalForm = z.object({ intent: z.enum(['delete', 'restore']).default('delete'), id: z.uuid() })
const NOT_DELETED = 'Failed to delete coupon'

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const { form, fields } = await readFormFields(request, removalForm)
  if (!fields.ok) return invalid(fields, NOT_DELETED)
  const { intent, id } = fields.value
  if (intent === 'restore') {
    const restored = await restoreCoupon(ctx, id)
    return restored.ok ? goToCoupons(request, { done: 'restored' }) : refusedBy(restored, form)
  }
  const removal = await removeCoupon(ctx, id)
  if (!removal.ok) return refusedBy(removal, form, NOT_DELETED)
  return goToCoupons(request, { done: removal.value, undo: id })
}

export default function CouponsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { search, saved, coupons, total, now, couponToRemove, undo, done } = loaderData
  const pathOf = listPaths(COUPONS, COUPON_FILTERS, search)
  const list = pathOf()
  const pathOver = (child: string) => list.replace(COUPONS, COUPONS + child)
  return (
    <>
      <AdminPage
        actions={
          <>
            <ExportLink to={exportPath('coupons', filterParams(COUPON_FILTERS, search))} />
            <ButtonLink to={pathOver('/new')} icon="plus" preventScrollReset>
              Add Coupon
            </ButtonLink>
          </>
        }
      >
        <StatusNotice answer={actionData ?? done} />
        {undo && !actionData && (
          <UndoBanner text={undo.text} action={list} fields={{ intent: 'restore', id: undo.id }} />
        )}
        <FilterBar action={COUPONS} filters={COUPON_FILTERS} values={search} />
        <SavedFilters {...saved} />
        {coupons.length === 0 ? (
          <div className="data-empty">
            <EmptyList title="No coupons found">
              {filterQuery(COUPON_FILTERS, search)
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
                editPath={pathOver(`/${coupon.id}`)}
                removePath={pathOf(search.page, { delete: coupon.id })}
              />
            ))}
          </div>
        )}
        <NumberedPager
          page={search.page}
          perPage={PER_PAGE}
          count={coupons.length}
          total={total}
          pathOf={pathOf}
        />
        {couponToRemove && <RemoveCoupon coupon={couponToRemove} closeTo={list} />}
      </AdminPage>
      <Outlet />
    </>
  )
}

type CouponToRemove = NonNullable<Route.ComponentProps['loaderData']['couponToRemove']>

function RemoveCoupon({ coupon, closeTo }: { coupon: CouponToRemove; closeTo: string }) {
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
        coupon that orders have used, or that rewards a customer, stays in the list, switched off.
      </p>
    </ConfirmDialog>
  )
}
