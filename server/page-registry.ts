import type { Page, PageHandle, PageRegistry } from '#app/request/page-handle.ts'
import type { Features } from '#shop/ctx.ts'
import { type Actor, VISITOR } from '#shop/kernel/actor.ts'
import { canOpenWorkerPages, isPermission, may, rolesOf } from '#shop/kernel/permissions.ts'

type Route = {
  id: string
  parentId?: string | undefined
  path?: string | undefined
  index?: boolean | undefined
  module: object
}
type Routes = Record<string, Route | undefined>

/** Patterns of parameters. Only lower case, so that other spellings cannot fill the cache. */
const PARAMETERS = { products: '[a-z0-9-]{1,80}', recipes: '[a-z-]{1,80}', categories: '' }

/** Reads the handles of all pages from the server build. Throws if a setting is missing or a guard is unknown. */
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
    .map(({ path, handle }) => ({ handle, addresses: addressesOfPattern(path) }))
  const byPath = pages.map((page) => ({ page, addresses: addressesOfPattern(page.path) }))
  // The router prefers the page with fewer parameters.
  byPath.sort((first, other) => parametersIn(first.page) - parametersIn(other.page))
  return {
    pages,
    find(pattern) {
      const page = byPattern.get(pattern)
      if (!page) throw new Error(`no page has the pattern ${pattern}`)
      return page
    },
    findByPath: (path) => byPath.find(({ addresses }) => addresses.test(path))?.page,
    cachedAt: (path) => single.get(path) ?? families.find(({ addresses }) => addresses.test(path))?.handle,
    formTargetsAt: (path) => withTargets.find(({ addresses }) => addresses.test(path))?.handle.formTargets,
    listClosed: (features, actor = VISITOR) =>
      pages.flatMap(({ pattern, handle }) =>
        isSwitchedOff(handle, features) || (isInOwnArea(handle, actor) && isForOthers(handle, actor))
          ? pattern
          : [],
      ),
    tabs: (features, actor) =>
      pages.flatMap(({ path, handle }) =>
        handle.tab && !isSwitchedOff(handle, features) && !isForOthers(handle, actor)
          ? { path, ...handle.tab }
          : [],
      ),
  }
}

/** Returns a pattern that ignores case and a trailing slash and accepts any parameter, as the router does. */
function addressesOfPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`, 'i')
}

function parametersIn({ path }: Pick<Page, 'path'>): number {
  return path.split(':').length
}

function isSwitchedOff({ feature }: Pick<PageHandle, 'feature'>, features: Features): boolean {
  return feature !== undefined && !features[feature]
}

/** True if the page is for other roles than the actor's. False for an actor without a role. */
function isForOthers({ guard = 'none' }: Pick<PageHandle, 'guard'>, actor: Actor): boolean {
  if (actor.kind === 'visitor' || rolesOf(actor).length === 0 || guard === 'none') return false
  return guard === 'worker' ? !canOpenWorkerPages(actor) : !may(actor, guard)
}

/** False if the page belongs to the dashboard and the actor cannot open the dashboard. */
function isInOwnArea({ guard = 'none' }: Pick<PageHandle, 'guard'>, actor: Actor): boolean {
  return guard === 'none' || guard === 'worker' || guard === 'groups' || may(actor, 'dashboard')
}

function addressesOf({ id, path, handle: { urls } }: Page): RegExp {
  if (!urls) throw new Error(`the cached page ${id} has a parameter and must name its urls`)
  return new RegExp(`^${path.replace(/:\w+/, PARAMETERS[urls])}$`)
}

/** Returns the routes of pages, without layouts and parents of index pages. */
function routesWithAddress(routes: Routes): Route[] {
  const all = Object.values(routes).filter((route) => route !== undefined)
  const indexParents = new Set(all.filter(({ index }) => index).map(({ parentId }) => parentId))
  return all.filter(({ id, path, index }) => index || (path && !indexParents.has(id)))
}

function toPage(route: Route, routes: Routes): Page {
  const { id, module } = route
  const branch = branchOf(id, routes)
  const pattern = branch.flatMap(({ path }) => path || []).join('/') || '/'
  const { access, tab } = handleOf(route)
  const words = branch.flatMap((part) => handleOf(part).words ?? [])
  const handle: PageHandle = {
    ...Object.assign({}, ...branch.map(handleOf)),
    access,
    tab,
    ...(words.length > 0 && { words }),
  }
  const path = pattern === '/' ? pattern : `/${pattern}`
  return { id, pattern, path, handle: checkHandle(handle, route, branch), takesPosts: 'action' in module }
}

/** Returns the handle, or throws if it lacks a setting or its guard is unknown. */
function checkHandle(handle: PageHandle, { id, module }: Route, branch: Route[]): Page['handle'] {
  const { side, guard, search, access, title, description } = handle
  const hasMeta = 'meta' in module
  const isTitled = title !== undefined || hasMeta || branch.some((route) => handleOf(route).tab)
  const isDescribed = search !== 'sitemap' || description !== undefined || hasMeta
  const settings = {
    side,
    guard,
    search,
    access,
    title: isTitled || !('default' in module),
    description: isDescribed || !('default' in module),
  }
  const missing = Object.entries(settings).flatMap(([field, value]) => (value ? [] : field))
  if (!side || !guard || !search || !access || missing.length > 0)
    throw mistakeIn(id, `the handle of ${id} lacks ${missing.join(', ')}`)
  if (guard !== 'none' && guard !== 'worker' && !isPermission(guard)) {
    const { id: file = id } = branch.findLast((route) => handleOf(route).guard) ?? {}
    throw mistakeIn(file, `the guard '${guard}' of ${file} is no permission of shop/kernel/permissions.ts`)
  }
  return { ...handle, side, guard, search, access }
}

function mistakeIn(id: string, message: string): Error {
  return Object.assign(new Error(message), { file: `app/${id}.tsx` })
}

function handleOf({ module }: Route): PageHandle {
  return 'handle' in module ? (module.handle as PageHandle) : {}
}

function branchOf(id: string | undefined, routes: Routes): Route[] {
  const route = id === undefined ? undefined : routes[id]
  return route ? [...branchOf(route.parentId, routes), route] : []
}
