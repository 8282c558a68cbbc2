import { COMPLETE_BOX_ID, isCustomisable, type Product, unitPrice } from '#shop/catalogue/product.ts'
import { add, type Money, partOf, times } from '#shop/kernel/money.ts'

/** Twenty sachets of one meal each, as printed on the box. */
export const COMPLETE_BOX = {
  meals: 20,
  ragiSachets: 10,
  bajraSachets: 10,
  tastemakers: 25,
  addOns: 15,
} as const
export const PLAIN_MIX_MEALS = 10

type BoxProduct = Pick<
  Product,
  'id' | 'slug' | 'category' | 'price' | 'discountPrice' | 'tastemakerPicks' | 'isPick'
>

export type BoxComparison = NonNullable<ReturnType<typeof compareBox>>

/** Compares the box with plain mixes at current prices; null while it is not on sale. */
export function compareBox(products: readonly BoxProduct[]) {
  const box = products.find((product) => product.id === COMPLETE_BOX_ID)
  if (!box) return null
  const boxPrice = unitPrice(box)
  const plainPrice = cheapest(products.filter((p) => p.category === 'meal-mix' && !isCustomisable(p)))
  return {
    boxPrice,
    boxMealPrice: partOf(boxPrice, COMPLETE_BOX.meals),
    separatePrice: separatePriceOf(products, boxPrice),
    plainPrice,
    plainMealPrice: plainPrice && partOf(plainPrice, PLAIN_MIX_MEALS),
    tastemakerPrice: cheapest(products.filter((p) => p.isPick)),
  }
}

export function cheapest(products: readonly Pick<Product, 'price' | 'discountPrice'>[]): Money | null {
  return products.map(unitPrice).sort((a, b) => a - b)[0] ?? null
}

/**
 * Returns the price of a ragi mix, a bajra mix and 25 tastemakers. Null unless all are on sale and cost more than the
 * box.
 */
function separatePriceOf(products: readonly BoxProduct[], boxPrice: Money): Money | null {
  const ragi = products.find((product) => product.slug === 'ragi-mix')
  const bajra = products.find((product) => product.slug === 'bajra-mix')
  const packet = cheapest(products.filter((product) => product.isPick))
  if (!ragi || !bajra || packet === null) return null
  const total = add(unitPrice(ragi), unitPrice(bajra), times(packet, COMPLETE_BOX.tastemakers))
  return total > boxPrice ? total : null
}
