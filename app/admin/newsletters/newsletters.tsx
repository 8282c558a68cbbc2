import { NewsletterBadge } from '#app/admin/newsletters/preview.tsx'
import { AdminPage, AdminTable, UndoBanner } from '#app/desk/admin-page.tsx'
import { FilterBar } from '#app/desk/filter-bar.tsx'
import { listPaths, NumberedPager } from '#app/desk/pager.tsx'
import { NEWSLETTERS } from '#app/desk/paths.ts'
import { ButtonLink } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { Link } from '#app/kit/link.tsx'
import { phoneIcons } from '#app/kit/phone-icons.ts'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { idIn, readSearch } from '#shop/kernel/filters.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import { ALL_STATES, NEWSLETTER_FILTERS, subscribersText } from '#shop/newsletters/newsletter.ts'
import { countAudience, listNewsletters } from '#shop/newsletters/newsletters.read.ts'
import type { Route } from './+types/newsletters.ts'

export const handle: PageHandle = {
  guard: 'newsletters',
  tab: { label: 'Newsletter', icon: phoneIcons.send, group: 'Customers' },
  feature: 'newsletter',
  access: { get: 200 },
}

const PER_PAGE = 20

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, now } = context.get(staffContext)
  const params = new URL(request.url).searchParams
  const search = readSearch(NEWSLETTER_FILTERS, params)
  const everyone = { ordered: 'any', days: null, state: ALL_STATES } as const
  const [list, subscribers] = await Promise.all([
    listNewsletters(db, search, PER_PAGE),
    countAudience(db, everyone, now),
  ])
  return { ...list, subscribers, search, removedId: idIn(params.get('undo') ?? '') }
}

export default function Newsletters({ loaderData }: Route.ComponentProps) {
  const { newsletters, total, subscribers, search, removedId } = loaderData
  return (
    <AdminPage
      actions={
        <ButtonLink to={`${NEWSLETTERS}/new`} icon="plus">
          Write a newsletter
        </ButtonLink>
      }
    >
      {removedId && (
        <UndoBanner
          text="Draft deleted."
          action={`${NEWSLETTERS}/${removedId}`}
          fields={{ intent: 'restore' }}
        />
      )}
      <p className="mb-4 max-w-read text-ink-soft">
        {`${subscribersText(subscribers)} confirmed by email. They were promised one newsletter a month at most.`}
      </p>
      <FilterBar action={NEWSLETTERS} filters={NEWSLETTER_FILTERS} values={search} />
      <AdminTable
        caption="Newsletters"
        columns={COLUMNS}
        rows={newsletters}
        empty={<EmptyList title="No newsletters found">A new one is a draft until you send it.</EmptyList>}
      />
      <NumberedPager
        page={search.page}
        perPage={PER_PAGE}
        count={newsletters.length}
        total={total}
        pathOf={listPaths(NEWSLETTERS, NEWSLETTER_FILTERS, search)}
      />
    </AdminPage>
  )
}

type NewsletterRow = Awaited<ReturnType<typeof listNewsletters>>['newsletters'][number]

/** A column with a count of the newsletter's sending; empty for a draft. */
function figureColumn(header: string, countOf: (row: NewsletterRow) => number): Column<NewsletterRow> {
  return column.number(header, (row) => (row.status === 'draft' ? null : formatNumber(countOf(row))))
}

const COLUMNS: Column<NewsletterRow>[] = [
  column.title('Subject', ({ id, subject }) => (
    // The page frames an email, whose inline styles only the CSP header of that document allows.
    <Link to={`${NEWSLETTERS}/${id}`} reloadDocument>
      {subject || 'No subject yet'}
    </Link>
  )),
  column.state('State', ({ status }) => <NewsletterBadge status={status} />),
  figureColumn('Recipients', ({ recipients }) => recipients),
  figureColumn('Sent', (row) => row.sent),
  figureColumn('Failed', ({ failed }) => failed),
  figureColumn('Unsubscribed', ({ unsubscribed }) => unsubscribed),
  figureColumn('Visits', ({ visits }) => visits),
  column.number('Date', ({ startedAt, updatedAt }) =>
    startedAt ? formatDayAndTime(startedAt) : `Saved ${formatDayAndTime(updatedAt)}`,
  ),
]
