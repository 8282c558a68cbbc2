import { useLocation } from 'react-router'
import { Shell, type ShellProps } from '#app/desk/shell-view.tsx'
import { ErrorPage } from '#app/frame/error-page.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { DASHBOARD } from '#app/kit/paths.ts'

type AdminErrorProps = {
  error: unknown
  /** The loader data of the dashboard; undefined if its loader failed. */
  frame: Omit<ShellProps, 'children'> | undefined
  /** Lists to which the page links; by default the tabs of the frame. */
  lists?: readonly { path: string; label: string }[]
}

/** The texts of the shop's error pages, without the words about the cart. */
const LINES = {
  429: 'There were a great many requests from your network. Wait a minute and try again.',
  500: 'The fault is ours and it has been noted.',
  503: 'The shop has a technical problem, and nothing was saved. Please try again in a few minutes.',
}

/** Renders the error inside the dashboard's frame, with a link back to the list. */
export function AdminError({ error, frame, lists = frame?.tabs ?? [] }: AdminErrorProps) {
  const page = (
    <ErrorPage
      error={error}
      missing="There is nothing at this address. It may have been deleted."
      lines={LINES}
    >
      <BackLinks lists={lists} />
    </ErrorPage>
  )
  return frame ? <Shell {...frame}>{page}</Shell> : page
}

function BackLinks({ lists }: Required<Pick<AdminErrorProps, 'lists'>>) {
  const { pathname } = useLocation()
  const list = lists.find(({ path }) => path !== DASHBOARD && `${pathname}/`.startsWith(`${path}/`))
  return (
    <>
      {list && <ButtonLink to={list.path}>Back to {list.label}</ButtonLink>}
      <ButtonLink to={DASHBOARD} look={list ? 'line' : 'solid'}>
        Overview
      </ButtonLink>
    </>
  )
}
