import { Outlet } from 'react-router'
import { RoleBadges } from '#app/admin/people/person-roles.tsx'
import { AdminPage, AdminTable, StatusNotice } from '#app/desk/admin-page.tsx'
import { FilterBar } from '#app/desk/filter-bar.tsx'
import { listPaths, NumberedPager } from '#app/desk/pager.tsx'
import { INVITATIONS, PEOPLE } from '#app/desk/paths.ts'
import { readSavedFilters } from '#app/desk/saved-filters.server.ts'
import { SavedFilters } from '#app/desk/saved-filters.tsx'
import { ExportLink, exportPath } from '#app/desk/staff-link.tsx'
import { useCanOpen } from '#app/frame/use-root-data.ts'
import { ButtonLink } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { Link } from '#app/kit/link.tsx'
import { phoneIcons } from '#app/kit/phone-icons.ts'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { doneNotice } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { recordView } from '#shop/audit/record-access.ts'
import { type ListedPerson, listPeople } from '#shop/customers/people.read.ts'
import { PEOPLE_FILTERS } from '#shop/customers/people.ts'
import { filterParams, readSearch } from '#shop/kernel/filters.ts'
import { formatPrice, wholeRupees } from '#shop/kernel/money.ts'
import type { Route } from './+types/people.ts'

export const handle: PageHandle = {
  guard: 'people',
  tab: { label: 'People', icon: phoneIcons.users, group: 'Customers' },
  access: { get: 200 },
}

const PER_PAGE = 20
const DONE = { erased: 'The account is erased' }

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  await recordView(ctx, { entity: 'user', entityId: 'all', personId: null })
  const search = readSearch(PEOPLE_FILTERS, new URL(request.url).searchParams)
  const [saved, found] = await Promise.all([
    readSavedFilters(ctx, 'people', request),
    listPeople(ctx.db, search, PER_PAGE),
  ])
  return { search, saved, ...found, done: doneNotice(request, DONE) }
}

export default function People({ loaderData }: Route.ComponentProps) {
  const { search, saved, people, total, done } = loaderData
  const canOpen = useCanOpen()
  const pathOf = listPaths(PEOPLE, PEOPLE_FILTERS, search)
  return (
    <>
      <AdminPage
        actions={
          <>
            <ExportLink to={exportPath('people', filterParams(PEOPLE_FILTERS, search))} />
            {canOpen(INVITATIONS) && (
              <ButtonLink to={INVITATIONS} look="line">
                Invite staff
              </ButtonLink>
            )}
          </>
        }
      >
        <StatusNotice answer={done} />
        <FilterBar action={PEOPLE} filters={PEOPLE_FILTERS} values={search} />
        <SavedFilters {...saved} />
        <AdminTable
          folded
          caption="People"
          columns={columns((id) => pathOf().replace(PEOPLE, `${PEOPLE}/${id}`))}
          rows={people}
          empty={<EmptyList title="No people found" />}
        />
        <NumberedPager
          page={search.page}
          perPage={PER_PAGE}
          count={people.length}
          total={total}
          pathOf={pathOf}
        />
      </AdminPage>
      <Outlet />
    </>
  )
}

function columns(pathOf: (id: string) => string): Column<ListedPerson>[] {
  return [
    column.title(
      'Person',
      ({ id, fullName }) => (
        <Link to={pathOf(id)} preventScrollReset>
          {fullName}
        </Link>
      ),
      { note: ({ email }) => email ?? 'No email' },
    ),
    column.state('Roles', (person) => <RoleBadges person={person} />),
    column.date('Registered', ({ createdAt }) => createdAt, { place: 'wide' }),
    column.count('Orders', ({ orders }) => orders),
    column.figure('Revenue', ({ revenue }) => formatPrice(wholeRupees(revenue))),
  ]
}
