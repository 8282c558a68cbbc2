import { lazy } from 'react'
import { Outlet } from 'react-router'
import { ErrorPage, isNetworkError } from '#app/frame/error-page.tsx'
import { PageHead } from '#app/frame/page-head.tsx'
import { isEnglish, useRootData } from '#app/frame/use-root-data.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Route } from './+types/page.ts'

export const handle: PageHandle = { side: 'millet', guard: 'none' }

/**
 * The frame of every page. An error of the root itself would lose the root's data, and with it brand and
 * account.
 */
export default function Page() {
  return (
    <>
      <PageHead />
      <Outlet />
    </>
  )
}

const WorkerErrorPage = lazy(() => import('#app/worker/error-page.tsx'))

/** In her language on a worker's way to her screens. Without a network nothing can be loaded. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isForWorker = !isEnglish(useRootData()?.language)
  if (isForWorker && !isNetworkError(error)) return <WorkerErrorPage error={error} />
  return <ErrorPage error={error} />
}
