import { Outlet } from 'react-router'
import { PeoplePage } from '#app/admin/people/people-page.tsx'
import { readSavedFilters } from '#app/desk/saved-filters.server.ts'
import { phoneIcons } from '#app/kit/phone-icons.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { recordLook } from '#shop/audit/record-access.ts'
import { listPeople } from '#shop/customers/people.read.ts'
import { readPeopleSearch } from '#shop/customers/people.ts'
import type { Route } from './+types/people.ts'

export const handle: PageHandle = {
  guard: 'people',
  tab: { label: 'People', icon: phoneIcons.users, group: 'more' },
  access: { get: 200 },
}

const PER_PAGE = 20

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  await recordLook(ctx, { entity: 'user', entityId: 'all', personId: null })
  const search = readPeopleSearch(new URL(request.url).searchParams)
  const [saved, found] = await Promise.all([
    readSavedFilters(ctx, 'people', request),
    listPeople(ctx.db, search, PER_PAGE),
  ])
  return { search, saved, perPage: PER_PAGE, ...found }
}

export default function People({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PeoplePage {...loaderData} />
      <Outlet />
    </>
  )
}
