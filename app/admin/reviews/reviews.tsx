import { Outlet } from 'react-router'
import { AdminPage, AdminTable } from '#app/desk/admin-page.tsx'
import { FilterBar } from '#app/desk/filter-bar.tsx'
import { listPaths, NumberedPager } from '#app/desk/pager.tsx'
import { REVIEWS } from '#app/desk/paths.ts'
import { readSavedFilters } from '#app/desk/saved-filters.server.ts'
import { SavedFilters } from '#app/desk/saved-filters.tsx'
import { ExportLink, exportPath } from '#app/desk/staff-link.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { Link } from '#app/kit/link.tsx'
import { Badge } from '#app/kit/status.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { filterParams, readSearch } from '#shop/kernel/filters.ts'
import { REVIEW_FILTERS, type StaffReview } from '#shop/reviews/review.ts'
import { listStaffReviews, reviewedProducts } from '#shop/reviews/reviews.read.ts'
import type { Route } from './+types/reviews.ts'

export const handle: PageHandle = {
  guard: 'reviews',
  tab: { label: 'Reviews', icon: 'star', group: 'Sell' },
  access: { get: 200 },
}

const PER_PAGE = 20

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const search = readSearch(REVIEW_FILTERS, new URL(request.url).searchParams)
  const [saved, list, products] = await Promise.all([
    readSavedFilters(ctx, 'reviews', request),
    listStaffReviews(ctx.db, search, PER_PAGE),
    reviewedProducts(ctx.db),
  ])
  return { search, saved, products, ...list }
}

export default function Reviews({ loaderData }: Route.ComponentProps) {
  const { search, saved, products, reviews, total } = loaderData
  const pathOf = listPaths(REVIEWS, REVIEW_FILTERS, search)
  return (
    <>
      <AdminPage actions={<ExportLink to={exportPath('reviews', filterParams(REVIEW_FILTERS, search))} />}>
        <FilterBar
          action={REVIEWS}
          filters={REVIEW_FILTERS}
          values={search}
          options={{ product: products.map(({ id, name }) => ({ value: id, label: name })) }}
        />
        <SavedFilters {...saved} />
        <AdminTable
          folded
          caption="Reviews"
          columns={columns((id) => pathOf().replace(REVIEWS, `${REVIEWS}/${id}`))}
          rows={reviews}
          empty={
            <EmptyList title="No reviews found">
              Customers can review a product once it has been delivered to them.
            </EmptyList>
          }
        />
        <NumberedPager
          page={search.page}
          perPage={PER_PAGE}
          count={reviews.length}
          total={total}
          pathOf={pathOf}
        />
      </AdminPage>
      <Outlet />
    </>
  )
}

const MAX_TEXT = 120

function columns(pathOf: (id: string) => string): Column<StaffReview>[] {
  return [
    column.title(
      'Review',
      ({ id, authorName, rating }) => (
        <Link to={pathOf(id)} preventScrollReset>
          {rating} out of 5, {authorName}
        </Link>
      ),
      { note: ({ productName }) => productName },
    ),
    column.text(
      'Text',
      ({ summary }) => (summary.length > MAX_TEXT ? `${summary.slice(0, MAX_TEXT)}…` : summary),
      { place: 'lead' },
    ),
    column.text('Answer', answerState),
    column.state('State', (review) => <ReviewBadges {...review} />),
    column.date('Written', ({ createdAt }) => createdAt),
  ]
}

export function answerState({ answeredAt, createdAt }: StaffReview): string {
  if (!answeredAt) return 'None'
  return answeredAt < createdAt ? 'Answered before the review was changed' : 'Answered'
}

export function ReviewBadges({ hiddenAt, isSeed, verified }: StaffReview) {
  return (
    <span className="badges">
      {hiddenAt ? <Badge tone="danger">Hidden</Badge> : <Badge tone="positive">Visible</Badge>}
      {isSeed && <Badge dot={false}>Demonstration</Badge>}
      {verified && <Badge dot={false}>Verified purchase</Badge>}
    </span>
  )
}
