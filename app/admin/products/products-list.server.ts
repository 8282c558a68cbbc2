import { pagePath } from '#app/desk/pager.tsx'
import { PRODUCTS } from '#app/desk/paths.ts'
import { readListingSearch } from '#shop/catalogue/listing.ts'

/** The path of the list behind a dialog, with the list's query. */
export function listPath(request: Pick<Request, 'url'>): string {
  const { text, category, sort, page } = readListingSearch(new URL(request.url).searchParams)
  return pagePath(PRODUCTS, { q: text, category: category ?? '', sort: sort === 'newest' ? '' : sort }, page)
}
