import { LOW_STOCK_ALERT } from '#shop/catalogue/product.ts'
import { CATEGORIES } from '#shop/catalogue/taxonomy.ts'
import {
  choiceFilter,
  hiddenFilter,
  pickFilter,
  type Search,
  searchFilter,
  valueIn,
} from '#shop/kernel/filters.ts'
import type { Money } from '#shop/kernel/money.ts'

const SORTS = ['newest', 'name', 'price', 'stock'] as const
export type ListingSort = (typeof SORTS)[number]

/** The filters of the admin's list of products. Those of `stock`, except the last, are about products on sale. */
export const PRODUCT_FILTERS = {
  text: searchFilter('Search by name or description'),
  category: pickFilter('Category', (text) => valueIn(CATEGORIES, text), { any: 'All' }),
  stock: choiceFilter(
    'Show',
    {
      out: 'Sold out',
      low: `Below ${LOW_STOCK_ALERT}`,
      'above-mrp': 'Above MRP',
      'no-hsn': 'No HSN code',
      inactive: 'Inactive',
    },
    { any: 'Any' },
  ),
  sort: hiddenFilter((text) => valueIn(SORTS, text) ?? 'newest'),
}

export type ListingSearch = Search<typeof PRODUCT_FILTERS>

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
