import type { Money } from '#shop/kernel/money.ts'

/** Category slugs, in the order the shop shows them. */
export const CATEGORIES = ['meal-mix', 'tastemakers', 'biodegradable', 'bundles', 'hydration'] as const
export type CategorySlug = (typeof CATEGORIES)[number]

export const CUISINES = ['indian', 'international', 'american', 'sweet'] as const
export type Cuisine = (typeof CUISINES)[number]

export const HEALTH_FOCUSES = [
  'diabetic-friendly',
  'protein-rich',
  'low-gi',
  'sugar-free',
  'plant-based',
  'gluten-free',
  'high-fibre',
  'iron-rich',
] as const
export type HealthFocus = (typeof HEALTH_FOCUSES)[number]

/** An amount of a nutrient in one serving; `dailyValue` is a percentage, null where none is set. */
export type Nutrient = { name: string; amount: string; dailyValue: number | null }

/** Values per serving: kilocalories and grams; null where the label does not declare one. */
export type Nutrition = {
  servingSize: string
  calories: number | null
  protein: number | null
  carbohydrates: number | null
  fat: number | null
  fiber: number | null
  vitamins: Nutrient[]
  minerals: Nutrient[]
}

/** What is written about a product: the part of the record that the shop's people write. */
export type ProductContent = {
  name: string
  slug: string
  category: CategorySlug
  price: Money
  discountPrice: Money | null
  shortDescription: string
  description: string
  imageUrls: string[]
  /** What each picture shows, in the order of `imageUrls`; missing or '' says no more than the name. */
  imageAlts: string[]
  ingredients: string[]
  benefits: string[]
  usageInstructions: string[]
  /** Empty: not declared. Food without any has the one entry `NO_KNOWN_ALLERGENS`. */
  allergens: string[]
  healthFocus: HealthFocus[]
  /** Set for tastemakers; null for everything else. */
  cuisine: Cuisine | null
  region: string | null
  /** 0 (none) to 5; null where heat does not apply. */
  spiceLevel: number | null
  /** 0 to 5; set for sweet tastemakers in place of the spice level. */
  sweetLevel: number | null
  /** Null for what is not eaten. */
  nutrition: Nutrition | null
  /** How many tastemakers the customer chooses; 0 means the product is bought as it is. */
  tastemakerPicks: number
  /** True for the 10 g packets that can go into a mix. */
  isPick: boolean
  netQuantity: string
  /** Best before, counted from the day of packing; null where it does not apply. */
  shelfLife: string | null
  /** The maximum retail price printed on the pack, all taxes included; null while it is not known. */
  mrp: Money | null
  /** Who made or packed it, with the place. */
  maker: string
  /** The maker's FSSAI licence, 14 digits; null for what is not eaten. */
  fssaiLicence: string | null
  hsnCode: string
  countryOfOrigin: string
  isNew: boolean
  isBestseller: boolean
}

export type Product = ProductContent & {
  id: string
  /** The catalogue number: a small whole number that never changes, used in the cart cookie. */
  number: number
  stockQuantity: number
  isActive: boolean
  /** Counts the changes of the content, from 1. */
  version: number
  createdAt: Date
  /** Mean of the reviews' ratings with one decimal; null while there are none. */
  rating: number | null
  reviewCount: number
}

export const NOT_DECLARED = 'Not declared'
export const NO_KNOWN_ALLERGENS = 'No known allergens'

/** Everything but the jars and tools is eaten or drunk. */
export function isFood({ category }: Pick<Product, 'category'>): boolean {
  return category !== 'biodegradable'
}

export function allergensText({ allergens }: Pick<Product, 'allergens'>): string {
  return allergens.length > 0 ? allergens.join(', ') : NOT_DECLARED
}

/** '12.5 g'; 'Not declared' for null. */
export function amountText(amount: number | null, unit: 'g' | 'kcal'): string {
  return amount === null ? NOT_DECLARED : `${amount} ${unit}`
}

/** What one unit costs: the discount price when set and above zero, otherwise the price. */
export function unitPrice(product: Pick<Product, 'price' | 'discountPrice'>): Money {
  return product.discountPrice ? product.discountPrice : product.price
}

/** Whole percent saved by the discount price: round((1 - discountPrice / price) x 100); null without a discount. */
export function savedPercent(product: Pick<Product, 'price' | 'discountPrice'>): number | null {
  if (!product.discountPrice || product.discountPrice >= product.price) return null
  return Math.round((1 - product.discountPrice / product.price) * 100)
}

export function isOutOfStock(product: Pick<Product, 'stockQuantity'>): boolean {
  return product.stockQuantity <= 0
}

/** Products below this count show how few are left. */
export const LOW_STOCK = 10

/** The stock badge of a product page. */
export function stockMessage(product: Pick<Product, 'stockQuantity'>): string {
  if (isOutOfStock(product)) return 'Out of Stock'
  if (product.stockQuantity < LOW_STOCK) return `Only ${product.stockQuantity} left in stock!`
  return `In Stock (${product.stockQuantity} available)`
}

/** True for products that are made up by choosing tastemakers. */
export function isCustomisable(product: Pick<Product, 'tastemakerPicks'>): boolean {
  return product.tastemakerPicks > 0
}

/** Related: same category or a shared health focus, never the product itself. Best matches first, at most `count`. */
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
    .toSorted((a, b) => score(b) - score(a))
    .slice(0, count)
}

/** The complete box, which the shelf features and leaves out of the grid. */
export const COMPLETE_BOX_ID = '00000000-0000-4000-8000-000000000001'
