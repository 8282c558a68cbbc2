import type { Side } from '#app/frame/side-links.tsx'

/** Who may open a page and post to it: anyone, workers and admins, or admins. */
export type Guard = 'none' | 'worker' | 'admin'

/** What a page says about itself. Data only: the browser gets it, too. A child's fields override its parent's. */
export type PageHandle = {
  side?: Side | 'admin' | 'worker'
  /** Colour (of the scales) that the top of the page and the header share. */
  band?: string
  /** Search engines are to leave it out. */
  noindex?: boolean
  guard?: Guard
}

/** What the pages of this build say about themselves. */
export type PageRegistry = {
  /** The page's handle, merged along its parents. `pattern` as middleware gets it: 'product/:id', '/' for the home page. */
  handleOf(pattern: string): PageHandle
  /** False for a page without an action. */
  takesPosts(pattern: string): boolean
}
