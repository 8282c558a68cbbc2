import { AdminPage } from '#app/desk/admin-page.tsx'
import { ExportLink, exportPath } from '#app/desk/export-link.tsx'
import { FilterBar } from '#app/desk/filter-bar.tsx'
import { Pager, pagePath } from '#app/desk/pager.tsx'
import { MESSAGES } from '#app/desk/paths.ts'
import { SavedFilters, type SavedFiltersProps } from '#app/desk/saved-filters.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { Link } from '#app/kit/link.tsx'
import { Badge, type Tone } from '#app/kit/status.tsx'
import { Table } from '#app/kit/table.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { MINUTE_MS } from '#shop/kernel/duration.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import type { MessageStatus } from '#shop/messages/message.ts'
import { type ContactMessage, MESSAGE_STATUSES, subjectLabel } from '#shop/messages/message.ts'
import { acknowledgementDeadline, type Deadline, durationText, redressDeadline } from '#shop/messages/sla.ts'

export type MessagesPageProps = {
  saved: SavedFiltersProps
  /** 'all' or a status. */
  status: string
  /** Only messages past their deadline. */
  isLate: boolean
  text: string
  page: number
  perPage: number
  messages: ContactMessage[]
  total: number
  now: Date
}

export function MessagesPage(props: MessagesPageProps) {
  const { status, isLate, text, page, perPage, messages, total, now, saved } = props
  const params = { status: status === 'open' ? '' : status, late: isLate ? '1' : '', q: text }
  const list = pagePath(MESSAGES, params, page)
  const from = (page - 1) * perPage + 1
  return (
    <AdminPage actions={<ExportLink to={exportPath('messages', params)} />}>
      <FilterBar
        action={MESSAGES}
        search={{ label: 'Search by ticket, name, address or words', value: text }}
        choices={[
          {
            name: 'status',
            label: 'State',
            value: status,
            options: [
              ...MESSAGE_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] })),
              { value: 'all', label: 'All' },
            ],
          },
          {
            name: 'late',
            label: 'Deadline',
            value: isLate ? '1' : '',
            options: [
              { value: '', label: 'Any' },
              { value: '1', label: 'Past' },
            ],
          },
        ]}
      />
      <SavedFilters {...saved} />
      <Table
        dense
        caption="Messages"
        columns={columns(now, (id) => list.replace(MESSAGES, `${MESSAGES}/${id}`))}
        rows={messages}
        rowKey={({ id }) => id}
        empty={
          <EmptyList title="No messages found">
            What people write through the contact forms is answered here.
          </EmptyList>
        }
      />
      <Pager
        from={from}
        count={messages.length}
        total={total}
        backTo={page > 1 ? pagePath(MESSAGES, params, page - 1) : null}
        nextTo={from + messages.length <= total ? pagePath(MESSAGES, params, page + 1) : null}
      />
    </AdminPage>
  )
}

function columns(now: Date, pathOf: (id: string) => string): Column<ContactMessage>[] {
  return [
    column.title(
      'Message',
      ({ id, ticket }) => (
        <Link to={pathOf(id)} preventScrollReset>
          {ticket}
        </Link>
      ),
      { note: ({ name, subject }) => `${name}, ${subjectLabel(subject)}` },
    ),
    column.text('Words', ({ message }) => (message.length > 90 ? `${message.slice(0, 90)}…` : message), {
      place: 'wide',
    }),
    column.text('Ticket email', (message) => (
      <DeadlineText
        clock={acknowledgementDeadline(message, now)}
        since={message.createdAt}
        now={now}
        done="Sent"
      />
    )),
    column.text('Settled', (message) => (
      <DeadlineText
        clock={redressDeadline(message, now)}
        since={message.createdAt}
        now={now}
        done="Settled"
      />
    )),
    column.state('State', ({ status }) => <MessageBadge status={status} />),
    column.number('Received', ({ createdAt }) => formatDayAndTime(createdAt)),
  ]
}

type DeadlineTextProps = {
  clock: Deadline
  /** When the legal time limit began. */
  since: Date
  now: Date
  /** The past action: 'Sent'. */
  done: string
}

/** The state of a legal deadline in words; late ones in red. */
export function DeadlineText({ clock: { dueAt, doneAt, isLate }, since, now, done }: DeadlineTextProps) {
  const words = doneAt
    ? doneAt.getTime() - since.getTime() < MINUTE_MS
      ? `${done} right away`
      : `${done} after ${durationText(since, doneAt)}`
    : isLate
      ? `${durationText(dueAt, now)} late`
      : `${durationText(now, dueAt)} left`
  return <span className={isLate ? 'late' : undefined}>{words}</span>
}

export const STATUS_LABELS: Record<MessageStatus, string> = {
  open: 'Open',
  answered: 'Answered',
  closed: 'Closed',
}

const TONES: Record<MessageStatus, Tone> = { open: 'warning', answered: 'info', closed: 'positive' }

export function MessageBadge({ status }: { status: MessageStatus }) {
  return <Badge tone={TONES[status]}>{STATUS_LABELS[status]}</Badge>
}
