import { CATEGORIES, type CategorySlug } from '#shop/catalogue/taxonomy.ts'
import type { Money } from '#shop/kernel/money.ts'

export const LISTING_SORTS = ['newest', 'name', 'price', 'stock'] as const
export type ListingSort = (typeof LISTING_SORTS)[number]

/** What the admin's list of products was asked to show; it is the tab's address. */
export type ListingSearch = {
  /** Part of a name or description. */
  text: string
  category: CategorySlug | null
  sort: ListingSort
  /** From 1. */
  page: number
}

const MOST_PAGES = 10_000

/** Reads the address; what makes no sense in it counts as not asked. */
export function readListingSearch(params: URLSearchParams): ListingSearch {
  const page = Number(params.get('page'))
  return {
    text: (params.get('q') ?? '').trim().slice(0, 100),
    category: CATEGORIES.find((slug) => slug === params.get('category')) ?? null,
    sort: LISTING_SORTS.find((sort) => sort === params.get('sort')) ?? 'newest',
    page: Number.isInteger(page) && page >= 1 && page <= MOST_PAGES ? page : 1,
  }
}

/** A product as a row of that list. */
export type ListedProduct = {
  id: string
  name: string
  imageUrl: string | null
  shortDescription: string
  /** Null: it has none. */
  categoryName: string | null
  price: Money
  discountPrice: Money | null
  stockQuantity: number
  isActive: boolean
  /** What is wrong with the label of a product that is on sale; '' when nothing is. */
  labelProblem: string
}

export type Listing = { products: ListedProduct[]; total: number }
