import type { PageHandle, PageRegistry } from '#app/request/page-handle.ts'

type Route = {
  id: string
  parentId?: string | undefined
  path?: string | undefined
  index?: boolean | undefined
  module: object
}
type Routes = Record<string, Route | undefined>

/** Reads what every page says about itself. `routes` are those of React Router's server build. */
export function readRegistry(routes: Routes): PageRegistry {
  const pages = new Map(
    pagesOf(routes).map((page) => {
      const branch = branchOf(page.id, routes)
      // As React Router writes the pattern of a match.
      const pattern = branch.flatMap(({ path }) => path || []).join('/') || '/'
      const own = branch.map(({ module }) => ('handle' in module ? module.handle : {}))
      const handle: PageHandle = Object.assign({}, ...own)
      return [pattern, { handle, takesPosts: 'action' in page.module }]
    }),
  )
  const pageOf = (pattern: string) => {
    const page = pages.get(pattern)
    if (!page) throw new Error(`no page has the pattern ${pattern}`)
    return page
  }
  return {
    handleOf: (pattern) => pageOf(pattern).handle,
    takesPosts: (pattern) => pageOf(pattern).takesPosts,
  }
}

/** The routes that answer at an address of their own: no layouts, and not the frame around an index page. */
function pagesOf(routes: Routes): Route[] {
  const all = Object.values(routes).filter((route) => route !== undefined)
  const framed = new Set(all.filter(({ index }) => index).map(({ parentId }) => parentId))
  return all.filter(({ id, path, index }) => index || (path && !framed.has(id)))
}

/** The route with all around it, the outermost first. */
function branchOf(id: string | undefined, routes: Routes): Route[] {
  const route = id === undefined ? undefined : routes[id]
  return route ? [...branchOf(route.parentId, routes), route] : []
}
