import { useLocation } from 'react-router'
import { Shell, type ShellProps } from '#app/admin/shell-view.tsx'
import { DASHBOARD, MAIN_TABS, MORE_TABS } from '#app/admin/tabs.ts'
import { ErrorPage } from '#app/frame/error-page.tsx'
import { ButtonLink } from '#app/kit/button.tsx'

type AdminErrorProps = {
  error: unknown
  /** The dashboard's frame; undefined when its own loader failed. */
  frame: Omit<ShellProps, 'children'> | undefined
}

/** Keeps the dashboard's frame, with a way back to the list. */
export function AdminError({ error, frame }: AdminErrorProps) {
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
