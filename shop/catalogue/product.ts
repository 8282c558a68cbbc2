import type { ProductContent } from '#shop/catalogue/product-fields.ts'
import type { Money } from '#shop/kernel/money.ts'
import { type TaxPolicy, withTax } from '#shop/kernel/tax.ts'

export type Product = ProductContent & {
  id: string
  /** A small whole number that never changes, used in the cart cookie. */
  number: number
  stockQuantity: number
  isActive: boolean
  /** Incremented by each change of the content, except when a fetched picture replaces a URL. */
  version: number
  createdAt: Date
  isBestseller: boolean
  /** The mean with one decimal. */
  rating: number | null
  reviewCount: number
  /** Includes reviews written for demonstration. */
  isSampleRating: boolean
}

export const NOT_DECLARED = 'Not declared'

/** True for everything except jars and tools. */
export function isFood({ category }: Pick<Product, 'category'>): boolean {
  return category !== 'biodegradable'
}

export function allergensText({ allergens }: Pick<Product, 'allergens'>): string {
  return allergens.length > 0 ? allergens.join(', ') : NOT_DECLARED
}

export function amountText(amount: number | null, unit: 'g' | 'kcal'): string {
  return amount === null ? NOT_DECLARED : `${amount} ${unit}`
}

/** Returns the discount price if set and above zero. */
export function unitPrice(product: Pick<Product, 'price' | 'discountPrice'>): Money {
  return product.discountPrice ? product.discountPrice : product.price
}

/** True when a unit costs more than the MRP, as after a change of price mode or rate. */
export function isPaidAboveMrp(product: Pick<Product, 'price' | 'discountPrice' | 'mrp'>, policy: TaxPolicy) {
  return product.mrp !== null && withTax(unitPrice(product), policy) > product.mrp
}

export function savedPercent(product: Pick<Product, 'price' | 'discountPrice'>): number | null {
  if (!product.discountPrice || product.discountPrice >= product.price) return null
  return Math.round((1 - product.discountPrice / product.price) * 100)
}

export function isOutOfStock(product: Pick<Product, 'stockQuantity'>): boolean {
  return product.stockQuantity <= 0
}

/** Below this count pages show the units left. */
export const LOW_STOCK_NOTICE = 10

/** Below this count staff are warned, as the specification says. */
export const LOW_STOCK_ALERT = 20

export function stockMessage(product: Pick<Product, 'stockQuantity'>): string {
  if (isOutOfStock(product)) return 'Out of Stock'
  if (product.stockQuantity < LOW_STOCK_NOTICE) return `Only ${product.stockQuantity} left in stock!`
  return `In Stock (${product.stockQuantity} available)`
}

/** True if the product is composed of chosen tastemakers. */
export function isCustomisable(product: Pick<Product, 'tastemakerPicks'>): boolean {
  return product.tastemakerPicks > 0
}

/** Returns products with the same category or a shared health focus, best matches first. */
export function relatedProducts<P extends Pick<Product, 'id' | 'category' | 'healthFocus'>>(
  product: P,
  all: readonly P[],
  count = 3,
): P[] {
  const score = (other: P) =>
    (other.category === product.category ? 1 : 0) +
    other.healthFocus.filter((focus) => product.healthFocus.includes(focus)).length
  return all
    .filter((other) => other.id !== product.id && score(other) > 0)
    .sort((a, b) => score(b) - score(a))
    .slice(0, count)
}

/** The shelf shows it separately from the grid. */
export const COMPLETE_BOX_ID = '00000000-0000-4000-8000-000000000001'

export type Sellable = Pick<
  Product,
  | 'id'
  | 'number'
  | 'slug'
  | 'name'
  | 'category'
  | 'price'
  | 'discountPrice'
  | 'stockQuantity'
  | 'tastemakerPicks'
  | 'isPick'
  | 'imageUrls'
  | 'shortDescription'
  | 'allergens'
  | 'mrp'
>
