import { lazy } from 'react'
import { isRouteErrorResponse, useLocation } from 'react-router'
import { ErrorPage, isNetworkError } from '#app/frame/error-page.tsx'
import { usePageHandle } from '#app/frame/page-head.tsx'
import { isEnglish, useRootData } from '#app/frame/use-root-data.ts'
import { isCoordinatorPath, isWorkerPath } from '#app/kit/paths.ts'

// Loaded on demand, because most visitors never need them.
const AdminRefusedPage = lazy(() => import('#app/admin/refused-page.tsx'))
const CoordinatorErrorPage = lazy(() => import('#app/programme/coordinator/error-page.tsx'))
const WorkerErrorPage = lazy(() => import('#app/programme/worker/error-page.tsx'))

/** Shows an error that no frame of the page handles. Its texts depend on the page's audience. */
export function AnyError({ error }: { error: unknown }) {
  const { guard = 'none' } = usePageHandle()
  const { pathname } = useLocation()
  const language = useRootData()?.language
  const status = isRouteErrorResponse(error) ? error.status : 500
  // Without a network nothing more can be loaded.
  if (isNetworkError(error)) {
    if (!isWorkerPath(pathname) && !isCoordinatorPath(pathname)) return <ErrorPage error={error} />
    // These pages are not inside the shop's frame, which contains the landmark.
    return (
      <main id="main" tabIndex={-1}>
        <ErrorPage error={error} />
      </main>
    )
  }
  if (isCoordinatorPath(pathname)) return <CoordinatorErrorPage error={error} />
  if (guard === 'worker' || !isEnglish(language)) return <WorkerErrorPage error={error} />
  if (guard !== 'none' && (status === 401 || status === 403)) return <AdminRefusedPage status={status} />
  return <ErrorPage error={error} />
}
