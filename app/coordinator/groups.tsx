import { AdminPage } from '#app/admin/kit/admin-page.tsx'
import { groupPath } from '#app/coordinator/paths.ts'
import { EmptyList } from '#app/kit/empty-list.tsx'
import { Link } from '#app/kit/link.tsx'
import { coordinatorContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { scopeOf } from '#shop/programme/coordination.ts'
import { listGroupCards } from '#shop/programme/coordinator.read.ts'
import type { Route } from './+types/groups.ts'

export const handle: PageHandle = { title: 'Your groups', access: { get: 200 } }

export async function loader({ context }: Route.LoaderArgs) {
  const { db, actor } = context.get(coordinatorContext)
  return { groups: await listGroupCards(db, scopeOf(actor)) }
}

/** The groups that she coordinates; for an admin all. */
export default function Groups({ loaderData: { groups } }: Route.ComponentProps) {
  return (
    <AdminPage>
      {groups.length === 0 ? (
        <EmptyList title="No groups yet">An admin adds groups on the Tasks tab of the dashboard.</EmptyList>
      ) : (
        <ul className="coord-list">
          {groups.map(({ id, name, place, members, open, waiting }) => (
            <li key={id}>
              <Link to={groupPath(id)}>
                <b>{name}</b>
                <span className="data-sub">{place}</span>
                <span className="coord-sub">
                  {members === 1 ? '1 member' : `${members} members`}, {open} {open === 1 ? 'task' : 'tasks'}{' '}
                  open, {waiting} {waiting === 1 ? 'photo' : 'photos'} to check
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </AdminPage>
  )
}
