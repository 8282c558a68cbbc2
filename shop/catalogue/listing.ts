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

export const PRODUCT_STATUSES = { active: 'Active', inactive: 'Inactive', archived: 'Archived' } as const
export type ProductStatus = keyof typeof PRODUCT_STATUSES

export type StatusColumns = { isActive: boolean; archivedAt: Date | null }

export function productStatus({ isActive, archivedAt }: StatusColumns): ProductStatus {
  if (archivedAt) return 'archived'
  return isActive ? 'active' : 'inactive'
}

/** The filters of the admin's list of products. Those of `stock` are about products on sale. */
export const PRODUCT_FILTERS = {
  text: searchFilter('Search by name or description'),
  category: pickFilter('Category', (text) => valueIn(CATEGORIES, text), { any: 'All' }),
  status: choiceFilter('Status', PRODUCT_STATUSES, { any: 'Not archived' }),
  stock: choiceFilter(
    'Show',
    {
      out: 'Sold out',
      low: `Below ${LOW_STOCK_ALERT}`,
      'above-mrp': 'Above MRP',
      'no-hsn': 'No HSN code',
    },
    { any: 'Any' },
  ),
  sort: hiddenFilter((text) => valueIn(SORTS, text) ?? 'newest'),
}

/** The changes that the list offers for ticked products. */
export const LIST_CHANGES = {
  activate: 'Put on sale',
  deactivate: 'Take off sale',
  price: 'Set price to ₹',
  percent: 'Change prices by %',
  stock: 'Set stock to',
  add: 'Add to stock',
} as const
export type ListChange = keyof typeof LIST_CHANGES

/** True for a change with a value: an amount, a percentage or units. */
export function takesValue(change: ListChange): boolean {
  return change !== 'activate' && change !== 'deactivate'
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
  version: number
  status: ProductStatus
  /** The label's problem of a product on sale; '' without one. */
  labelProblem: string
}

export type Listing = { products: ListedProduct[]; total: number }
