import type { Product } from '#shop/catalogue/product.ts'

/** The boxes of the hydration line, in the order of the shelf. */
export function hydrationProducts<P extends Pick<Product, 'category'>>(products: readonly P[]): P[] {
  return products.filter((product) => product.category === 'hydration')
}

/** The flat colour behind a box, chosen for contrast with the box. */
export function boxColour(slug: string): string {
  return slug === 'unflavoured-30-sticks' ? 'mint-300' : 'nimbu-300'
}
