import { Outlet } from 'react-router'
import { adminCtx } from '#app/http/admin.server.ts'
import { PeoplePage } from '#app/ui/admin/people/people-page.tsx'
import { listPeople } from '#shop/customers/people.read.ts'
import { readPeopleSearch } from '#shop/customers/people.ts'
import type { Route } from './+types/people.ts'

const PER_PAGE = 20

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = adminCtx(context)
  const search = readPeopleSearch(new URL(request.url).searchParams)
  return { search, perPage: PER_PAGE, ...(await listPeople(db, search, PER_PAGE)) }
}

export default function People({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PeoplePage {...loaderData} />
      <Outlet />
    </>
  )
}
