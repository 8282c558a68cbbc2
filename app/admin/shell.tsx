import { Outlet, useRouteLoaderData } from 'react-router'
import { AdminError } from '#app/desk/admin-error.tsx'
import { Shell, type WaitingCounts } from '#app/desk/shell-view.tsx'
import { DASHBOARD } from '#app/kit/paths.ts'
import { requestContext } from '#app/request/context.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { countWaiting } from '#shop/analytics/overview.read.ts'
import { permissionsOf, ROLE_NAMES, rolesOf } from '#shop/kernel/permissions.ts'
import type { Route } from './+types/shell.ts'

export const handle: PageHandle = { side: 'admin', guard: 'dashboard', search: 'noindex' }

export async function loader({ context }: Route.LoaderArgs) {
  const { actor, config, db } = context.get(staffContext)
  const { taskApprovals, ...waits } = await countWaiting(db)
  const counts = { ...waits, 'task-approvals': taskApprovals }
  const present = Object.entries(counts).filter(([, count]) => count > 0)
  const waiting: WaitingCounts = Object.fromEntries(
    present.map(([tab, count]) => [`${DASHBOARD}/${tab}`, count]),
  )
  const tabs = context.get(requestContext).pages.tabs(config.features, actor)
  const { brand } = config
  const roles = rolesOf(actor).map((role) => ROLE_NAMES[role])
  return { brand, name: actor.fullName, roles, permissions: permissionsOf(actor), tabs, waiting }
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  return (
    <Shell {...loaderData}>
      <Outlet />
    </Shell>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} frame={useRouteLoaderData<typeof loader>('admin/shell')} />
}
