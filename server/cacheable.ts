import type { PageHandle, PageRegistry } from '#app/request/page-handle.ts'
import { SHELF_FILTERS, shelfFilter } from '#shop/catalogue/shelf.ts'
import type { Features } from '#shop/ctx.ts'

type PageLookup = Pick<PageRegistry, 'cachedAt'>

const CATALOGUE_JSON = new Set(['/api/products', '/api/categories'])
const PRODUCT_JSON = /^\/api\/products\/[a-z0-9-]{1,80}$/

/**
 * Returns the cache key of a GET, or null. Drops query parameters that the page does not read, so that no link
 * can fill the cache. `url`: path and query as received.
 */
export function cacheKey(url: string, pages: PageLookup): string | null {
  const [path = '', query = ''] = url.split('?', 2)
  if (CATALOGUE_JSON.has(path) || PRODUCT_JSON.test(path)) return query === '' ? path : null
  const page = pages.cachedAt(path)
  if (!page) return null
  if (page.cached === 'category') return shelfKey(path, query)
  return query === '' || !readsAny(page, query) ? path : null
}

function readsAny({ query: names = [] }: PageHandle, query: string): boolean {
  if (names.length === 0) return false
  const params = new URLSearchParams(query)
  return names.some((name) => params.has(name))
}

/** Returns the key of the cached page to show when rendering fails: the path, with a category at most. */
export function staleKey(url: string, pages: PageLookup): string | null {
  const [path = '', query = ''] = url.split('?', 2)
  if (path.startsWith('/api/')) return null
  const category = pages.cachedAt(path)?.cached === 'category' && new URLSearchParams(query).get('category')
  return cacheKey(category ? `${path}?category=${category}` : path, pages)
}

/** Returns the cached page's path for a spelling with capitals or extra slashes, or null. */
export function canonicalPath(path: string, pages: PageLookup, features: Features): string | null {
  const canonical = path.toLowerCase().replace(/\/+(?=\/|$)/g, '') || '/'
  const page = canonical === path ? null : pages.cachedAt(canonical)
  return page && (!page.feature || features[page.feature]) ? canonical : null
}

/** Pages that are the same for all visitors and depend on the search query only. */
const SEARCH_PAGES = new Set(['/search', '/search.data'])

export function isPublic(path: string, pages: PageLookup): boolean {
  return SEARCH_PAGES.has(path) || staleKey(path, pages) !== null
}

/** True for a search. `url` is the URL of the page or of its data. */
export function isSearch({ pathname, searchParams }: URL): boolean {
  if (SEARCH_PAGES.has(pathname)) return true
  return /^\/play-with-food(\.data)?$/.test(pathname) && searchParams.has('q')
}

/** Returns the URLs to cache in advance: those of the enabled pages, products and recipes. */
export function cachedUrls(
  { pages }: Pick<PageRegistry, 'pages'>,
  features: Features,
  ids: Record<'products' | 'recipes', readonly string[]>,
): string[] {
  return pages.flatMap(({ path, handle: { cached, urls, feature } }) => {
    if (!cached || (feature && !features[feature])) return []
    if (urls === 'categories') return [path, ...SHELF_FILTERS.map(({ value }) => `${path}?category=${value}`)]
    return urls ? ids[urls].map((id) => path.replace(/:\w+/, id)) : path
  })
}

function shelfKey(path: string, query: string): string {
  const category = new URLSearchParams(query).get('category')
  return category === null ? path : `${path}?category=${shelfFilter(category)}`
}
