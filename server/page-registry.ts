import type { Page, PageHandle, PageRegistry } from '#app/request/page-handle.ts'

type Route = {
  id: string
  parentId?: string | undefined
  path?: string | undefined
  index?: boolean | undefined
  module: object
}
type Routes = Record<string, Route | undefined>

/** Values that a parameter of a cached address may have. Lower case only: other spellings must not fill the cache. */
const PARAMETERS = { products: '[a-z0-9-]{1,80}', recipes: '[a-z-]{1,80}', categories: '' }

/**
 * Reads what every page says about itself. `routes` are those of React Router's server build. Throws, naming the route
 * and what its handle lacks.
 */
export function readRegistry(routes: Routes): PageRegistry {
  const pages = routesWithAddress(routes).map((route) => toPage(route, routes))
  const byPattern = new Map(pages.map((page) => [page.pattern, page]))
  const cached = pages.filter(({ handle }) => handle.cached)
  const single = new Map(
    cached.filter(({ pattern }) => !pattern.includes(':')).map((page) => [page.path, page.handle]),
  )
  const families = cached
    .filter(({ pattern }) => pattern.includes(':'))
    .map((page) => ({ handle: page.handle, addresses: addressesOf(page) }))
  const withTargets = pages
    .filter(({ handle }) => handle.formTargets)
    .map(({ path, handle }) => ({
      handle,
      // As tolerant as the router: any case, any parameter, with or without a slash at the end.
      addresses: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`, 'i'),
    }))
  return {
    pages,
    find(pattern) {
      const page = byPattern.get(pattern)
      if (!page) throw new Error(`no page has the pattern ${pattern}`)
      return page
    },
    cachedAt: (path) => single.get(path) ?? families.find(({ addresses }) => addresses.test(path))?.handle,
    formTargetsAt: (path) => withTargets.find(({ addresses }) => addresses.test(path))?.handle.formTargets,
    closed: (features) =>
      pages.flatMap(({ pattern, handle: { feature } }) => (feature && !features[feature] ? pattern : [])),
    tabs: (features) =>
      pages.flatMap(({ path, handle: { tab, feature } }) =>
        tab && (!feature || features[feature]) ? { path, ...tab } : [],
      ),
  }
}

function addressesOf({ id, path, handle: { urls } }: Page): RegExp {
  if (!urls) throw new Error(`the cached page ${id} has a parameter and must name its urls`)
  return new RegExp(`^${path.replace(/:\w+/, PARAMETERS[urls])}$`)
}

/** The routes that answer at an address of their own: no layouts, and not the frame around an index page. */
function routesWithAddress(routes: Routes): Route[] {
  const all = Object.values(routes).filter((route) => route !== undefined)
  const framed = new Set(all.filter(({ index }) => index).map(({ parentId }) => parentId))
  return all.filter(({ id, path, index }) => index || (path && !framed.has(id)))
}

function toPage(route: Route, routes: Routes): Page {
  const { id, module } = route
  const branch = branchOf(id, routes)
  // As React Router writes the pattern of a match.
  const pattern = branch.flatMap(({ path }) => path || []).join('/') || '/'
  const { access, tab } = handleOf(route)
  const handle: PageHandle = { ...Object.assign({}, ...branch.map(handleOf)), access, tab }
  const path = pattern === '/' ? pattern : `/${pattern}`
  return { id, pattern, path, handle: completed(handle, route, branch), takesPosts: 'action' in module }
}

/** Access is the page's own, the rest may be a frame's. Only what has a view needs a title. */
function completed(handle: PageHandle, { id, module }: Route, branch: Route[]): Page['handle'] {
  const { side, guard, search, access, title, description } = handle
  const hasMeta = 'meta' in module
  const isTitled = title !== undefined || hasMeta || branch.some((route) => handleOf(route).tab)
  const isDescribed = search !== 'sitemap' || description !== undefined || hasMeta
  const said = {
    side,
    guard,
    search,
    access,
    title: isTitled || !('default' in module),
    description: isDescribed || !('default' in module),
  }
  const lacks = Object.entries(said).flatMap(([field, value]) => (value ? [] : field))
  if (!side || !guard || !search || !access || lacks.length > 0)
    throw new Error(`the handle of ${id} lacks ${lacks.join(', ')}`)
  return { ...handle, side, guard, search, access }
}

function handleOf({ module }: Route): PageHandle {
  return 'handle' in module ? (module.handle as PageHandle) : {}
}

/** The route with all around it, the outermost first. */
function branchOf(id: string | undefined, routes: Routes): Route[] {
  const route = id === undefined ? undefined : routes[id]
  return route ? [...branchOf(route.parentId, routes), route] : []
}
