import type { PageRegistry } from '#app/request/page-handle.ts'
import { SHELF_FILTERS, shelfFilter } from '#shop/catalogue/shelf.ts'
import type { Features } from '#shop/features.ts'

type Cached = Pick<PageRegistry, 'cachedAt'>

const CATALOGUE_JSON = new Set(['/api/products', '/api/categories'])
const PRODUCT_JSON = /^\/api\/products\/[a-z0-9-]{1,80}$/

/**
 * The key under which the answer to this GET may be kept, or null. Queries are normalised to what the page knows, so
 * that unknown ones cannot fill the cache. `url` is path and query as they came.
 */
export function cacheKey(url: string, pages: Cached): string | null {
  const [path = '', query = ''] = url.split('?', 2)
  const kind = CATALOGUE_JSON.has(path) || PRODUCT_JSON.test(path) ? 'exact' : pages.cachedAt(path)?.cached
  if (kind === 'category') return shelfKey(path, query)
  return kind === 'exact' && query === '' ? path : null
}

/** The cached page to show instead when nothing can be rendered: the same path without the rest of its query. */
export function staleKey(url: string, pages: Cached): string | null {
  const [path = '', query = ''] = url.split('?', 2)
  if (path.startsWith('/api/')) return null
  const category = pages.cachedAt(path)?.cached === 'category' && new URLSearchParams(query).get('category')
  return cacheKey(category ? `${path}?category=${category}` : path, pages)
}

/** Pages that are the same for everyone, but differ by what is searched for. */
const SEARCH_PAGES = new Set(['/search', '/search.data'])

/** True for a page that can be shown without knowing the visitor. */
export function isPublic(path: string, pages: Cached): boolean {
  return SEARCH_PAGES.has(path) || staleKey(path, pages) !== null
}

/** True for a search; `url` is the page's or that of its data alone. */
export function isSearch({ pathname, searchParams }: URL): boolean {
  if (SEARCH_PAGES.has(pathname)) return true
  return /^\/play-with-food(\.data)?$/.test(pathname) && searchParams.has('q')
}

/** The addresses of all cached pages that the settings leave open, for these products and recipes. */
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
