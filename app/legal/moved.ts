import { redirect } from 'react-router'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Route } from './+types/moved.ts'

export const handle: PageHandle = { search: 'open', access: { get: 301 } }

/** Addresses that the sign-up form, old links and 'Back to Shop' use, and where the page stands. */
const MOVED: Record<string, string> = { '/privacy': '/privacy-policy', '/shop': '/products' }

export function loader({ request }: Route.LoaderArgs) {
  const { pathname, search } = new URL(request.url)
  // React Router asks for data under the page's address with '.data' behind it.
  const path = pathname
    .replace(/\.data$/, '')
    .replace(/\/+$/, '')
    .toLowerCase()
  return redirect(`${MOVED[path] ?? '/'}${search}`, 301)
}
