import { isRouteErrorResponse, useLocation } from 'react-router'
import { Shell, type ShellProps } from '#app/admin/shell-view.tsx'
import { DASHBOARD, MAIN_TABS, MORE_TABS } from '#app/admin/tabs.ts'
import { AccessDenied } from '#app/frame/access-denied.tsx'
import { ErrorPage } from '#app/frame/error-page.tsx'
import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'
import { ButtonLink } from '#app/kit/button-link.tsx'

type DeskErrorProps = {
  error: unknown
  /** What the desk's frame knows; undefined when it is not there. */
  frame: Omit<ShellProps, 'children'> | undefined
}

/** Visitors and others meet the shop's frame; an admin whose tab failed keeps the desk's, with a way back to the list. */
export function AdminError({ error, frame }: DeskErrorProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (!frame && status === 401) return <SignedOut />
  if (!frame && status === 403) {
    return <AccessDenied>You don't have permission to access the admin dashboard.</AccessDenied>
  }
  const page = (
    <ErrorPage error={error} missing="There is nothing at this address. It may have been deleted.">
      <WaysBack />
    </ErrorPage>
  )
  return frame ? <Shell {...frame}>{page}</Shell> : page
}

function WaysBack() {
  const { pathname } = useLocation()
  const lists = [...MAIN_TABS, ...MORE_TABS].filter(({ path }) => path !== DASHBOARD)
  const list = lists.find(({ path }) => `${pathname}/`.startsWith(`${path}/`))
  return (
    <>
      {list && <ButtonLink to={list.path}>Back to {list.label}</ButtonLink>}
      <ButtonLink to={DASHBOARD} look={list ? 'line' : 'solid'}>
        Overview
      </ButtonLink>
    </>
  )
}

function SignedOut() {
  return (
    <>
      <title>Admin Dashboard</title>
      <SignInPrompt title="Please sign in to access admin dashboard" returnTo={DASHBOARD}>
        The dashboard is for the people who run the shop.
      </SignInPrompt>
    </>
  )
}
