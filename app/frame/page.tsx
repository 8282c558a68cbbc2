import { Outlet } from 'react-router'
import { ErrorPage } from '#app/frame/error-page.tsx'
import type { Route } from './+types/page.ts'

/** Every page: an error of the root itself would take the root's data along, and with it the brand and the account. */
export default function Page() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}
