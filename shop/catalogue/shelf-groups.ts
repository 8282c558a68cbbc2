/** Packets in a dense grid, big packs in a wide one. */
import type { Product } from '#shop/catalogue/product.ts'

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
