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

type Sorted = Pick<Product, 'id' | 'category' | 'cuisine'>

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
export function filterProducts<P extends Sorted>(products: readonly P[]): P[] {
  return products.filter((product) => product.id !== COMPLETE_BOX_ID)
}

export function belongsTo(product: Sorted, filter: ShelfFilter): boolean {
  return filter === 'all' || product.category === filter || product.cuisine === filter
}

export function shelfCounts(products: readonly Sorted[]): Record<ShelfChip, number> {
  const onShelf = filterProducts(products)
  const pairs = SHELF_FILTERS.map(({ value }): [ShelfChip, number] => [
    value,
    onShelf.filter((product) => belongsTo(product, value)).length,
  ])
  return Object.fromEntries(pairs) as Record<ShelfChip, number>
}

type Grouped = Pick<Product, 'category' | 'isPick'>

export type ShelfGroup<P> = { key: GroupKey; label: string; isClose: boolean; products: P[] }

const GROUPS = [
  { key: 'mixes', label: 'Meal Mixes', isClose: false },
  { key: 'packets', label: 'Tastemakers', isClose: true },
  { key: 'others', label: 'Bundles, Bowls and Jars', isClose: false },
  { key: 'hydration', label: 'Hydration', isClose: false },
] as const
type GroupKey = (typeof GROUPS)[number]['key']

function groupOf(product: Grouped): GroupKey {
  if (product.isPick) return 'packets'
  if (product.category === 'meal-mix') return 'mixes'
  return product.category === 'hydration' ? 'hydration' : 'others'
}

/** Returns the groups that are not empty, in shelf order. */
export function shelfGroups<P extends Grouped>(products: readonly P[]): ShelfGroup<P>[] {
  return GROUPS.map((group) => ({
    ...group,
    products: products.filter((product) => groupOf(product) === group.key),
  })).filter((group) => group.products.length > 0)
}
