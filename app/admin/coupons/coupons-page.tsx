import { CouponCard } from '#app/admin/coupons/coupon-card.tsx'
import { type AdminAnswer, AdminPage, StatusNotice } from '#app/desk/admin-page.tsx'
import { ConfirmDialog } from '#app/desk/confirm-dialog.tsx'
import { ExportLink, exportPath } from '#app/desk/export-link.tsx'
import { FilterBar } from '#app/desk/filter-bar.tsx'
import { Pager, pagePath } from '#app/desk/pager.tsx'
import { COUPONS } from '#app/desk/paths.ts'
import { SavedFilters, type SavedFiltersProps } from '#app/desk/saved-filters.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import type { CouponListing, CouponRecord } from '#shop/coupons/listing.ts'

export type CouponsPageProps = {
  saved: SavedFiltersProps
  listing: CouponListing
  coupons: CouponRecord[]
  total: number
  perPage: number
  now: Date
  /** The coupon that is about to be deleted. */
  removing: { id: string; code: string; currentUses: number } | null
  answer: AdminAnswer | undefined
}

const KINDS = [
  { value: '', label: 'All' },
  { value: 'everybody', label: 'For everyone' },
  { value: 'thanks', label: 'Referral rewards' },
]

/** The coupons as cards, with search, adding, editing and deleting. */
export function CouponsPage(props: CouponsPageProps) {
  const { listing, saved, coupons, total, perPage, now, removing, answer } = props
  const { text, kind, page } = listing
  const pathOf = (at: number, more: Record<string, string> = {}) =>
    pagePath(COUPONS, { q: text, kind: kind === 'all' ? '' : kind, ...more }, at)
  const list = pathOf(page)
  const over = (child: string) => list.replace(COUPONS, COUPONS + child)
  const from = (page - 1) * perPage + 1
  return (
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
      <StatusNotice answer={answer} />
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
  )
}

type Removing = NonNullable<CouponsPageProps['removing']>

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
