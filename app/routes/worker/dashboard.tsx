import { data } from 'react-router'
import { shopCtx } from '#app/http/request-context.server.ts'
import type { PageHandle } from '#app/root.tsx'
import { SignInPrompt } from '#app/ui/account/sign-in-prompt.tsx'
import { AccessDenied } from '#app/ui/chrome/access-denied.tsx'
import { ButtonLink } from '#app/ui/kit/button-link.tsx'
import { EmptyState } from '#app/ui/kit/empty-state.tsx'
import { canOpenWorkerPages } from '#shop/customers/actor.ts'
import type { Route } from './+types/dashboard.ts'

export const handle: PageHandle = { noindex: true }

const JOIN = '/contact?subject=shg-program'

export function loader({ context }: Route.LoaderArgs) {
  const { actor } = shopCtx(context)
  if (actor.kind === 'visitor') return { state: 'signed-out' } as const
  return canOpenWorkerPages(actor)
    ? ({ state: 'open' } as const)
    : data({ state: 'denied' } as const, { status: 403 })
}

export default function WorkerDashboard({ loaderData }: Route.ComponentProps) {
  switch (loaderData.state) {
    case 'signed-out':
      return (
        <>
          <title>SHG Worker Dashboard</title>
          <SignInPrompt title="Please sign in to see your work" returnTo="/shg-worker-dashboard">
            This page is for the members of our self-help groups.
          </SignInPrompt>
        </>
      )
    case 'denied':
      return (
        <AccessDenied action={<ButtonLink to={JOIN}>Ask about the programme</ButtonLink>}>
          This page is for the members of our self-help groups. To join the programme, write to us.
        </AccessDenied>
      )
    case 'open':
      return (
        <div className="wrap pt-8 pb-section">
          <title>SHG Worker Dashboard</title>
          <EmptyState
            headingLevel={1}
            picture="/illustrations/work-calendar.svg"
            title="No tasks yet"
            action={<ButtonLink to={JOIN}>Ask about the programme</ButtonLink>}
          >
            Tasks are not handed out here yet. When the first one is, it stands on this page.
          </EmptyState>
        </div>
      )
  }
}
