import { data } from 'react-router'
import { shopCtx } from '#app/http/request-context.server.ts'
import type { PageHandle } from '#app/root.tsx'
import { SignInPrompt } from '#app/ui/account/sign-in-prompt.tsx'
import { OverviewPage } from '#app/ui/admin/overview-page.tsx'
import { AccessDenied } from '#app/ui/chrome/access-denied.tsx'
import { readOverview } from '#shop/analytics/overview.read.ts'
import { isAdmin } from '#shop/customers/actor.ts'
import type { Route } from './+types/dashboard.ts'

export const handle: PageHandle = { noindex: true }

export async function loader({ context }: Route.LoaderArgs) {
  const { actor, db } = shopCtx(context)
  if (actor.kind === 'visitor') return { state: 'signed-out' } as const
  if (!isAdmin(actor)) return data({ state: 'denied' } as const, { status: 403 })
  return { state: 'open', overview: await readOverview(db) } as const
}

export default function AdminDashboard({ loaderData }: Route.ComponentProps) {
  switch (loaderData.state) {
    case 'signed-out':
      return (
        <>
          <title>Admin Dashboard</title>
          <SignInPrompt title="Please sign in to access admin dashboard" returnTo="/admin/dashboard">
            The dashboard is for the people who run the shop.
          </SignInPrompt>
        </>
      )
    case 'denied':
      return <AccessDenied>You don't have permission to access the admin dashboard.</AccessDenied>
    case 'open':
      return <OverviewPage overview={loaderData.overview} />
  }
}
