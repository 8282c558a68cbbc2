import { COMPLETE_BOX_ID, type Product } from '#shop/catalogue/product.ts'

/** In display order. The specification prescribes the first four values; the others are cuisines. */
export const SHELF_FILTERS = [
  { value: 'all', label: 'All Products' },
  { value: 'meal-mix', label: 'Meal Mixes' },
  { value: 'indian', label: 'Indian Regional' },
  { value: 'international', label: 'International' },
  { value: 'american', label: 'American Regional' },
  { value: 'sweet', label: 'Sweet Options' },
  { value: 'tastemakers', label: 'Tastemakers' },
  { value: 'biodegradable', label: 'Biodegradable' },
  { value: 'bundles', label: 'Bundles' },
] as const
export type ShelfChip = (typeof SHELF_FILTERS)[number]['value']

/** Hydration has no chip, because it has pages of its own. */
export type ShelfFilter = ShelfChip | 'hydration'

type FilterableProduct = Pick<Product, 'id' | 'category' | 'cuisine'>

/** Returns 'all' for unknown values. */
export function shelfFilter(value: string | null): ShelfFilter {
  if (value === 'hydration') return value
  return SHELF_FILTERS.find((filter) => filter.value === value)?.value ?? 'all'
}

export function shelfLabel(filter: ShelfFilter): string {
  if (filter === 'hydration') return 'Hydration'
  return SHELF_FILTERS.find((chip) => chip.value === filter)?.label ?? 'All Products'
}

/** Leaves out the complete box, which has its own section. */
export function filterProducts<P extends FilterableProduct>(products: readonly P[]): P[] {
  return products.filter((product) => product.id !== COMPLETE_BOX_ID)
}

export function belongsTo(product: FilterableProduct, filter: ShelfFilter): boolean {
  return filter === 'all' || product.category === filter || product.cuisine === filter
}

export function shelfCounts(products: readonly FilterableProduct[]): Record<ShelfChip, number> {
  const onShelf = filterProducts(products)
  const pairs = SHELF_FILTERS.map(({ value }): [ShelfChip, number] => [
    value,
    onShelf.filter((product) => belongsTo(product, value)).length,
  ])
  return Object.fromEntries(pairs) as Record<ShelfChip, number>
}

type GroupableProduct = Pick<Product, 'category' | 'isPick'>

export type ShelfGroup<P> = { key: GroupKey; label: string; isDense: boolean; products: P[] }

const GROUPS = [
  { key: 'mixes', label: 'Meal Mixes', isDense: false },
  { key: 'packets', label: 'Tastemakers', isDense: true },
  { key: 'others', label: 'Bundles, Bowls and Jars', isDense: false },
  { key: 'hydration', label: 'Hydration', isDense: false },
] as const
type GroupKey = (typeof GROUPS)[number]['key']

function groupOf(product: GroupableProduct): GroupKey {
  if (product.isPick) return 'packets'
  if (product.category === 'meal-mix') return 'mixes'
  return product.category === 'hydration' ? 'hydration' : 'others'
}

/** Returns the groups that are not empty, in shelf order. */
export function shelfGroups<P extends GroupableProduct>(products: readonly P[]): ShelfGroup<P>[] {
  return GROUPS.map((group) => ({
    ...group,
    products: products.filter((product) => groupOf(product) === group.key),
  })).filter((group) => group.products.length > 0)
}
