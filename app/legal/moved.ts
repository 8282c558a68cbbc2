import { redirect } from 'react-router'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Route } from './+types/moved.ts'

export const handle: PageHandle = { search: 'open', access: { get: 301 } }

/** Paths of pages by the pattern of an old path, which old links, the sign-up form and 'Back to Shop' use. */
const NEW_PATHS: Record<string, string> = { privacy: '/privacy-policy', shop: '/products' }

export function loader({ request, pattern }: Route.LoaderArgs) {
  return redirect(`${NEW_PATHS[pattern] ?? '/'}${new URL(request.url).search}`, 301)
}
