import { pagePath } from '#app/desk/pager.tsx'
import { PRODUCTS } from '#app/desk/paths.ts'
import { type ListingSearch, readListingSearch } from '#shop/catalogue/listing.ts'

/** Returns the list's filters and sorting as parameters of its address; '' for those that are not set. */
export function listQuery({ text, category, stock, sort }: ListingSearch) {
  return { q: text, category: category ?? '', stock: stock ?? '', sort: sort === 'newest' ? '' : sort }
}

/** Returns the path of the list behind a page or dialog, with its filters. */
export function listPath(request: Pick<Request, 'url'>): string {
  const search = readListingSearch(new URL(request.url).searchParams)
  return pagePath(PRODUCTS, listQuery(search), search.page)
}
