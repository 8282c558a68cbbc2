import { CATEGORIES, type CategorySlug } from '#shop/catalogue/taxonomy.ts'
import type { Money } from '#shop/kernel/money.ts'
import { searchText } from '#shop/kernel/text.ts'

export const LISTING_SORTS = ['newest', 'name', 'price', 'stock'] as const
export const STOCK_FILTERS = ['out', 'low', 'above-mrp', 'no-hsn', 'inactive'] as const
export type StockFilter = (typeof STOCK_FILTERS)[number]
export type ListingSort = (typeof LISTING_SORTS)[number]

export type ListingSearch = {
  /** Part of a name or description. */
  text: string
  category: CategorySlug | null
  stock: StockFilter | null
  sort: ListingSort
  page: number
}

const MAX_PAGES = 10_000

export function readListingSearch(params: URLSearchParams): ListingSearch {
  const page = Number(params.get('page'))
  return {
    text: searchText(params, 100),
    category: CATEGORIES.find((slug) => slug === params.get('category')) ?? null,
    stock: STOCK_FILTERS.find((level) => level === params.get('stock')) ?? null,
    sort: LISTING_SORTS.find((sort) => sort === params.get('sort')) ?? 'newest',
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGES ? page : 1,
  }
}

export type ListedProduct = {
  id: string
  name: string
  imageUrl: string | null
  shortDescription: string
  categoryName: string | null
  price: Money
  discountPrice: Money | null
  stockQuantity: number
  isActive: boolean
  /** The label's problem of a product on sale; '' without one. */
  labelProblem: string
}

export type Listing = { products: ListedProduct[]; total: number }
