import { Outlet } from 'react-router'
import { AnyError } from '#app/frame/any-error.tsx'
import { PageHead } from '#app/frame/page-head.tsx'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Route } from './+types/page.ts'

export const handle: PageHandle = { side: 'millet', guard: 'none' }

/** The layout of every page. Errors are handled here, because an error in the root would lose the root's data. */
export default function Page() {
  return (
    <>
      <PageHead />
      <Outlet />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AnyError error={error} />
}
