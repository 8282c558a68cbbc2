import { redirect } from 'react-router'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Route } from './+types/moved.ts'

export const handle: PageHandle = { search: 'open', access: { get: 301 } }

/** Addresses that the sign-up form, old links and 'Back to Shop' use, by the route's pattern, and the page's own. */
const MOVED: Record<string, string> = { privacy: '/privacy-policy', shop: '/products' }

export function loader({ request, pattern }: Route.LoaderArgs) {
  return redirect(`${MOVED[pattern] ?? '/'}${new URL(request.url).search}`, 301)
}
