/** Products and reviews as pages need them: a card, the shelf's info panel, a product's own page, the picker. */
import type { Product } from '#shop/catalogue/product.ts'
import { type Nutrition, pageRows } from '#shop/catalogue/product-fields.ts'
import { formatDay } from '#shop/kernel/time.ts'
import type { ShownReview } from '#shop/reviews/review.ts'

type Field = keyof Product

const CARD = [
  ...(['id', 'number', 'slug', 'name', 'category', 'cuisine', 'price', 'discountPrice', 'isNew'] as const),
  ...(['shortDescription', 'stockQuantity', 'tastemakerPicks', 'isPick', 'isBestseller'] as const),
] satisfies Field[]
const INFO = [
  ...(['description', 'region', 'spiceLevel', 'sweetLevel', 'ingredients', 'benefits'] as const),
  ...(['usageInstructions', 'allergens'] as const),
] as const satisfies Field[]
const PAGE = [
  ...INFO,
  ...(['healthFocus', 'nutrition', 'netQuantity', 'barcode'] as const),
  ...(['rating', 'reviewCount', 'isSampleRating'] as const),
] satisfies Field[]
const FACTS = ['servingSize', 'protein', 'fiber', 'calories'] as const satisfies (keyof Nutrition)[]
const PICK = [
  ...(['id', 'number', 'name', 'shortDescription', 'region'] as const),
  ...(['spiceLevel', 'sweetLevel', 'stockQuantity', 'category', 'allergens', 'healthFocus'] as const),
] satisfies Field[]

/** Returns only the fields with these names, so that the others are not sent to the browser. */
function pickFields<T, K extends keyof T>(record: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, record[key]])) as Pick<T, K>
}

export type CardProduct = ReturnType<typeof toCardProduct>

export function toCardProduct(product: Product) {
  return { ...pickFields(product, CARD), picture: product.imageUrls[0] ?? null }
}

export type ShelfProduct = ReturnType<typeof toShelfProduct>

export function toShelfProduct(product: Product) {
  const facts = product.nutrition && pickFields(product.nutrition, FACTS)
  return { ...toCardProduct(product), ...pickFields(product, INFO), facts }
}

export type PageProduct = ReturnType<typeof toPageProduct>

export function toPageProduct(product: Product) {
  const pictures = product.imageUrls.map((url, at) => ({ url, alt: product.imageAlts[at] ?? '' }))
  return { ...toCardProduct(product), ...pickFields(product, PAGE), pictures, rows: pageRows(product) }
}

export type PickProduct = ReturnType<typeof toPicks>[number]

/** Returns the packets that can be picked for a mix. A packet without a cuisine counts as international. */
export function toPicks(products: readonly Product[]) {
  return products
    .filter((product) => product.isPick)
    .map((product) => ({
      ...pickFields(product, PICK),
      family: product.cuisine ?? ('international' as const),
      picture: product.imageUrls[0] ?? null,
    }))
}

/** A review with its days as texts, so that pages need no code to format times. */
export type PageReview = Omit<ShownReview, 'createdAt' | 'answer' | 'answeredAt'> &
  PageTime & { answer: (PageTime & { text: string }) | null }

export function toPageReview({ createdAt, answer, answeredAt, ...review }: ShownReview): PageReview {
  return {
    ...review,
    ...toPageTime(createdAt),
    answer: answeredAt && { text: answer, ...toPageTime(answeredAt) },
  }
}

type PageTime = { at: string; day: string }

function toPageTime(time: Date): PageTime {
  return { at: time.toISOString(), day: formatDay(time) }
}
