import { type AdminAnswer, AdminPage, StatusNotice } from '#app/desk/admin-page.tsx'
import { Pager, pagePath } from '#app/desk/pager.tsx'
import { NEWSLETTERS } from '#app/desk/paths.ts'
import { ButtonLink } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { Link } from '#app/kit/link.tsx'
import { Badge, type Tone } from '#app/kit/status.tsx'
import { Table } from '#app/kit/table.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { formatNumber } from '#shop/kernel/number.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import {
  type ListedNewsletter,
  type NewsletterStatus,
  subscribersText,
} from '#shop/newsletters/newsletter.ts'

export type NewslettersPageProps = {
  newsletters: ListedNewsletter[]
  total: number
  /** Confirmed subscribers. */
  subscribers: number
  page: number
  perPage: number
  answer: AdminAnswer | undefined
}

/** All newsletters with their results, the newest first. */
export function NewslettersPage(props: NewslettersPageProps) {
  const { newsletters, total, subscribers, page, perPage, answer } = props
  const from = (page - 1) * perPage + 1
  return (
    <AdminPage
      actions={
        <ButtonLink to={`${NEWSLETTERS}/new`} icon="plus">
          Write a newsletter
        </ButtonLink>
      }
    >
      <StatusNotice answer={answer} />
      <p className="mb-4 max-w-read text-ink-soft">
        {`${subscribersText(subscribers)} confirmed by email. They were promised one newsletter a month at most.`}
      </p>
      <Table
        dense
        caption="Newsletters"
        columns={COLUMNS}
        rows={newsletters}
        rowKey={({ id }) => id}
        empty={
          <EmptyList title="No newsletters yet">
            Write the first one: it is a draft until you send it.
          </EmptyList>
        }
      />
      <Pager
        from={from}
        count={newsletters.length}
        total={total}
        backTo={page > 1 ? pagePath(NEWSLETTERS, {}, page - 1) : null}
        nextTo={from + newsletters.length <= total ? pagePath(NEWSLETTERS, {}, page + 1) : null}
      />
    </AdminPage>
  )
}

/** A figure of a newsletter's sending; a draft has none. */
function figure(header: string, of: (row: ListedNewsletter) => number): Column<ListedNewsletter> {
  return column.number(header, (row) => (row.status === 'draft' ? null : formatNumber(of(row))))
}

const COLUMNS: Column<ListedNewsletter>[] = [
  column.title('Subject', ({ id, subject }) => (
    // A new document: its policy names the styles of the email that is drawn.
    <Link to={`${NEWSLETTERS}/${id}`} reloadDocument>
      {subject || 'No subject yet'}
    </Link>
  )),
  column.state('State', ({ status }) => <NewsletterBadge status={status} />),
  figure('Recipients', ({ recipients }) => recipients),
  figure('Sent', ({ sent }) => sent),
  figure('Failed', ({ failed }) => failed),
  figure('Unsubscribed', ({ unsubscribed }) => unsubscribed),
  figure('Visits', ({ visits }) => visits),
  column.number('Date', ({ startedAt, updatedAt }) =>
    startedAt ? formatDayAndTime(startedAt) : `Saved ${formatDayAndTime(updatedAt)}`,
  ),
]

const STATUS_LABELS: Record<NewsletterStatus, string> = {
  draft: 'Draft',
  sending: 'Sending',
  stopped: 'Stopped',
  sent: 'Sent',
}

const TONES: Record<NewsletterStatus, Tone> = {
  draft: 'neutral',
  sending: 'info',
  stopped: 'warning',
  sent: 'positive',
}

export function NewsletterBadge({ status }: { status: NewsletterStatus }) {
  return <Badge tone={TONES[status]}>{STATUS_LABELS[status]}</Badge>
}
