import { SHELF_FILTERS, shelfFilter } from '#shop/catalogue/shelf.ts'

/** Pages that look the same to everybody. What belongs to a person fills in after hydration. */
const PUBLIC_PAGES = new Set([
  '/hydration',
  '/hydration/impact',
  '/replenish',
  '/',
  '/about',
  '/impact',
  '/play-with-food',
  '/contact',
  '/hydration/contact',
  '/privacy-policy',
  '/terms',
  '/shipping',
  '/returns',
  '/sitemap.xml',
  '/robots.txt',
  '/manifest.webmanifest',
])
const PRODUCT_PAGE = /^\/product\/[\w-]{1,80}$/
const RECIPE_PAGE = /^\/play-with-food\/[a-z-]{1,80}$/
const PRODUCT_JSON = /^\/api\/products\/[\w-]{1,80}$/
const ONE_OF_MANY = [PRODUCT_PAGE, RECIPE_PAGE, PRODUCT_JSON]

/**
 * The key under which the answer to this GET may be kept, or null. Queries are normalised to what the page knows, so
 * that strange ones cannot fill the cache. `url` is path and query as they came.
 */
export function cacheKey(url: string): string | null {
  const [path = '', query = ''] = url.split('?', 2)
  if (PUBLIC_PAGES.has(path) || ONE_OF_MANY.some((pattern) => pattern.test(path))) {
    return query === '' ? path : null
  }
  if (path === '/products') return shelfKey(query)
  if (path === '/api/products' || path === '/api/categories') return query === '' ? path : null
  return null
}

/** The page that stands in for this one when nothing can be rendered: the same path without what is asked of it. */
export function staleKey(url: string): string | null {
  const [path = '', query = ''] = url.split('?', 2)
  const category = path === '/products' && new URLSearchParams(query).get('category')
  return path.startsWith('/api/') ? null : cacheKey(category ? `${path}?category=${category}` : path)
}

/** Pages that look the same to everybody, but are another one for each search. */
const SEARCH_PAGES = new Set(['/search', '/search.data'])

/** True for a page that can be shown without knowing who asks. */
export function isForEverybody(path: string): boolean {
  return SEARCH_PAGES.has(path) || staleKey(path) !== null
}

/** True for a request that looks something up: `url` is the page's, or that of its data alone. */
export function isSearch({ pathname, searchParams }: URL): boolean {
  if (SEARCH_PAGES.has(pathname)) return true
  return /^\/play-with-food(\.data)?$/.test(pathname) && searchParams.has('q')
}

/** Every public page there is, for these products and recipes. */
export function publicUrls(productIds: readonly string[], recipeSlugs: readonly string[]): string[] {
  return [
    ...PUBLIC_PAGES,
    '/products',
    ...SHELF_FILTERS.map(({ value }) => `/products?category=${value}`),
    ...productIds.map((id) => `/product/${id}`),
    ...recipeSlugs.map((slug) => `/play-with-food/${slug}`),
  ]
}

function shelfKey(query: string): string | null {
  if (query === '') return '/products'
  const category = new URLSearchParams(query).get('category')
  return category === null ? '/products' : `/products?category=${shelfFilter(category)}`
}
