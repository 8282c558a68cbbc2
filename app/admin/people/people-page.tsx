import { AdminPage } from '#app/desk/admin-page.tsx'
import { ExportLink, exportPath } from '#app/desk/export-link.tsx'
import { FilterBar } from '#app/desk/filter-bar.tsx'
import { Pager, pagePath } from '#app/desk/pager.tsx'
import { INVITATIONS, PEOPLE } from '#app/desk/paths.ts'
import { SavedFilters, type SavedFiltersProps } from '#app/desk/saved-filters.tsx'
import { useIsOpen } from '#app/frame/use-root-data.ts'
import { ButtonLink } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { Link } from '#app/kit/link.tsx'
import { Badge } from '#app/kit/status.tsx'
import { Table } from '#app/kit/table.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import type { ListedPerson, PeopleSearch, PeopleSort } from '#shop/customers/people.ts'
import { formatPrice, wholeRupees } from '#shop/kernel/money.ts'
import { STAFF_ROLE_NAMES } from '#shop/kernel/staff-role.ts'

export type PeoplePageProps = {
  saved: SavedFiltersProps
  search: PeopleSearch
  people: ListedPerson[]
  total: number
  perPage: number
}

const ROLES = [
  { value: '', label: 'Everyone' },
  { value: 'customer', label: 'Customers' },
  { value: 'worker', label: 'Workers' },
  { value: 'coordinator', label: 'Coordinators' },
  { value: 'staff', label: 'Staff' },
]

const SORTS: { value: PeopleSort; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'name', label: 'By name' },
]

export function PeoplePage({ search, saved, people, total, perPage }: PeoplePageProps) {
  const isOpen = useIsOpen()
  const { text, role, sort, page } = search
  const params = { q: text, role: role ?? '', sort: sort === 'newest' ? '' : sort }
  const list = pagePath(PEOPLE, params, page)
  const from = (page - 1) * perPage + 1
  return (
    <AdminPage
      actions={
        <>
          <ExportLink to={exportPath('people', params)} />
          {isOpen(INVITATIONS) && (
            <ButtonLink to={INVITATIONS} look="line">
              Invite staff
            </ButtonLink>
          )}
        </>
      }
    >
      <FilterBar
        action={PEOPLE}
        search={{ label: 'Search by name or email', value: text }}
        choices={[
          { name: 'role', label: 'Role', value: role ?? '', options: ROLES },
          { name: 'sort', label: 'Sort', value: sort, options: SORTS },
        ]}
      />
      <SavedFilters {...saved} />
      <Table
        dense
        caption="People"
        columns={columns((id) => list.replace(PEOPLE, `${PEOPLE}/${id}`))}
        rows={people}
        rowKey={({ id }) => id}
        empty={<EmptyList title="No people found" />}
      />
      <Pager
        from={from}
        count={people.length}
        total={total}
        backTo={page > 1 ? pagePath(PEOPLE, params, page - 1) : null}
        nextTo={from + people.length <= total ? pagePath(PEOPLE, params, page + 1) : null}
      />
    </AdminPage>
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
    column.date('Since', ({ createdAt }) => createdAt, { place: 'wide' }),
    column.count('Orders', ({ orders }) => orders),
    column.figure('Spent', ({ spent }) => formatPrice(wholeRupees(spent))),
  ]
}

export function RoleBadges({
  person,
}: {
  person: Pick<ListedPerson, 'staffRole' | 'isWorker' | 'isCoordinator' | 'email' | 'emailVerified'>
}) {
  return (
    <span className="badges">
      {person.staffRole && <Badge tone="warning">{STAFF_ROLE_NAMES[person.staffRole]}</Badge>}
      {person.isCoordinator && <Badge tone="info">Coordinator</Badge>}
      {person.isWorker && <Badge tone="positive">Worker</Badge>}
      {!person.staffRole && !person.isWorker && !person.isCoordinator && <Badge dot={false}>Customer</Badge>}
      {person.email !== null && !person.emailVerified && <Badge tone="danger">Not verified</Badge>}
    </span>
  )
}
