import { isRouteErrorResponse, Outlet, useRouteLoaderData } from 'react-router'
import { adminCtx } from '#app/http/admin.server.ts'
import type { PageHandle } from '#app/root.tsx'
import stylesheet from '#app/styles/admin.css?url'
import { SignInPrompt } from '#app/ui/account/sign-in-prompt.tsx'
import { Shell } from '#app/ui/admin/shell.tsx'
import { DASHBOARD, type Waiting } from '#app/ui/admin/tabs.ts'
import { AccessDenied } from '#app/ui/chrome/access-denied.tsx'
import { ErrorPage } from '#app/ui/chrome/error-page.tsx'
import { countOpenMessages } from '#shop/messages/messages.read.ts'
import { countWaitingOrders } from '#shop/orders/requests.read.ts'
import { countTasks } from '#shop/programme/tasks.read.ts'
import type { Route } from './+types/dashboard.ts'

export const handle: PageHandle = { side: 'admin', noindex: true }

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }]

/** The frame of all tabs. Every tab's own loader and action checks the actor again. */
export async function loader({ context }: Route.LoaderArgs) {
  const { actor, config, db } = adminCtx(context)
  const [orders, messages, tasks] = await Promise.all([
    countWaitingOrders(db),
    countOpenMessages(db),
    countTasks(db),
  ])
  const counts = { orders, messages, 'task-approvals': tasks.pending_review }
  const present = Object.entries(counts).filter(([, count]) => count > 0)
  const waiting: Waiting = Object.fromEntries(present.map(([tab, count]) => [`${DASHBOARD}/${tab}`, count]))
  return { brand: config.brand, adminName: actor.fullName, waiting }
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  return (
    <Shell {...loaderData}>
      <Outlet />
    </Shell>
  )
}

/** Visitors and others meet the shop's frame; an admin whose tab failed keeps the dashboard's. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const frame = useRouteLoaderData<typeof loader>('routes/admin/dashboard')
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (frame) {
    return (
      <Shell {...frame}>
        <ErrorPage error={error} />
      </Shell>
    )
  }
  if (status === 401) return <SignedOut />
  if (status === 403) {
    return <AccessDenied>You don't have permission to access the admin dashboard.</AccessDenied>
  }
  return <ErrorPage error={error} />
}

function SignedOut() {
  return (
    <>
      <title>Admin Dashboard</title>
      <SignInPrompt title="Please sign in to access admin dashboard" returnTo="/admin/dashboard">
        The dashboard is for the people who run the shop.
      </SignInPrompt>
    </>
  )
}
