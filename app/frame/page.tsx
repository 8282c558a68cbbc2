import { Outlet } from 'react-router'
import { AnyError } from '#app/frame/any-error.tsx'
import { PageTitle, usePageHandle } from '#app/frame/page-head.tsx'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Route } from './+types/page.ts'

export const handle: PageHandle = { side: 'millet', guard: 'none' }

/**
 * The layout of every page. Errors are handled here, because an error in the root would lose the root's data. Error
 * pages set their own title.
 */
export default function Page() {
  const { side, title, description } = usePageHandle()
  // The shop's layout sets the title of a page with a description, AdminPage the title of a page of the dashboard.
  const hasTitle = title && !description && side !== 'admin'
  return (
    <>
      {hasTitle && <PageTitle>{title}</PageTitle>}
      <Outlet />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AnyError error={error} />
}
