import { redirect } from 'react-router'
import { DASHBOARD, WORKER_HOME } from '#app/kit/paths.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Route } from './+types/moved.ts'

export const handle: PageHandle = { search: 'open', access: { get: 301 } }

/** Paths of pages by the pattern of an old or short path. Links, the sign-up form and people use these patterns. */
const NEW_PATHS: Record<string, string> = {
  privacy: '/privacy-policy',
  shop: '/products',
  admin: DASHBOARD,
  worker: WORKER_HOME,
}

export function loader({ request, pattern }: Route.LoaderArgs) {
  return redirect(`${NEW_PATHS[pattern] ?? '/'}${new URL(request.url).search}`, 301)
}
