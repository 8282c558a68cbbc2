import { Outlet } from 'react-router'
import { MessageBadge, RedressDeadline, TicketDeadline } from '#app/admin/messages/message-state.tsx'
import { AdminPage, AdminTable } from '#app/desk/admin-page.tsx'
import { FilterBar } from '#app/desk/filter-bar.tsx'
import { listPaths, NumberedPager } from '#app/desk/pager.tsx'
import { MESSAGES } from '#app/desk/paths.ts'
import { readSavedFilters } from '#app/desk/saved-filters.server.ts'
import { SavedFilters } from '#app/desk/saved-filters.tsx'
import { ExportLink, exportPath } from '#app/desk/staff-link.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { Link } from '#app/kit/link.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { recordView } from '#shop/audit/record-access.ts'
import { filterParams, readSearch } from '#shop/kernel/filters.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import { type ContactMessage, MESSAGE_FILTERS, subjectLabel } from '#shop/messages/message.ts'
import { listMessages } from '#shop/messages/messages.read.ts'
import type { Route } from './+types/messages.ts'

export const handle: PageHandle = {
  guard: 'messages',
  tab: { label: 'Messages', icon: 'mail', group: 'Customers' },
  access: { get: 200 },
}

const PER_PAGE = 20

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  await recordView(ctx, { entity: 'message', entityId: 'all', personId: null })
  const { db, now } = ctx
  const search = readSearch(MESSAGE_FILTERS, new URL(request.url).searchParams)
  const [saved, found] = await Promise.all([
    readSavedFilters(ctx, 'messages', request),
    listMessages(db, { ...search, now, perPage: PER_PAGE }),
  ])
  return { search, saved, now, ...found }
}

export default function Messages({ loaderData }: Route.ComponentProps) {
  const { search, messages, total, now, saved } = loaderData
  const pathOf = listPaths(MESSAGES, MESSAGE_FILTERS, search)
  return (
    <>
      <AdminPage actions={<ExportLink to={exportPath('messages', filterParams(MESSAGE_FILTERS, search))} />}>
        <FilterBar action={MESSAGES} filters={MESSAGE_FILTERS} values={search} />
        <SavedFilters {...saved} />
        <AdminTable
          folded
          caption="Messages"
          columns={columns(now, (id) => pathOf().replace(MESSAGES, `${MESSAGES}/${id}`))}
          rows={messages}
          empty={
            <EmptyList title="No messages found">
              Messages from the contact forms appear here, for you to answer.
            </EmptyList>
          }
        />
        <NumberedPager
          page={search.page}
          perPage={PER_PAGE}
          count={messages.length}
          total={total}
          pathOf={pathOf}
        />
      </AdminPage>
      <Outlet />
    </>
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
    column.text('Text', ({ message }) => (message.length > 90 ? `${message.slice(0, 90)}…` : message), {
      place: 'wide',
    }),
    column.text('Ticket email', (message) => <TicketDeadline {...{ message, now }} />),
    column.text('Settled', (message) => <RedressDeadline {...{ message, now }} />),
    column.state('State', ({ status }) => <MessageBadge status={status} />),
    column.number('Received', ({ createdAt }) => formatDayAndTime(createdAt), { place: 'lead' }),
  ]
}
