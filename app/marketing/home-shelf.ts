import { compareBox } from '#shop/catalogue/complete-box.ts'
import { amountText, COMPLETE_BOX_ID, type Product, unitPrice } from '#shop/catalogue/product.ts'
import type { Nutrition } from '#shop/catalogue/product-fields.ts'
import { type Money, wholeRupees } from '#shop/kernel/money.ts'

/** A figure with its words: '20.2 g' 'protein'. */
export type Figure = { value: string; label: string }

export type HomeBox = {
  id: string
  name: string
  price: Money
  /** The price before a reduction; null when there is none. */
  original: Money | null
  /** The price of one of its meals, in whole rupees. */
  mealPrice: Money
  picks: number
  /** The nutrition of one meal; empty while the product has none. */
  perMeal: Figure[]
}

export type HomeShelf = {
  /** Null while the box is not sold. */
  box: HomeBox | null
  /** How many kinds of tastemaker can be picked. */
  tastemakers: number
  /** The cheapest box of Replenish; null when none is sold. */
  replenishFrom: Money | null
}

/** The few numbers of the catalogue that the home page tells. */
export function toHomeShelf(products: readonly Product[]): HomeShelf {
  return {
    box: homeBox(products),
    tastemakers: products.filter((product) => product.isPick).length,
    replenishFrom: cheapest(products.filter((product) => product.category === 'hydration')),
  }
}

function homeBox(products: readonly Product[]): HomeBox | null {
  const box = products.find((product) => product.id === COMPLETE_BOX_ID)
  const comparison = compareBox(products)
  if (!box || !comparison) return null
  return {
    id: box.id,
    name: box.name,
    price: comparison.boxPrice,
    original: box.discountPrice ? box.price : null,
    mealPrice: wholeRupees(comparison.boxMealPrice),
    picks: box.tastemakerPicks,
    perMeal: box.nutrition ? perMeal(box.nutrition) : [],
  }
}

/** Energy, protein, fiber and iron of one serving, as far as the record states them. */
export function perMeal({ calories, protein, fiber, minerals }: Nutrition): Figure[] {
  const iron = minerals.find(({ name }) => name === 'Iron')
  const stated = (amount: number | null, unit: 'g' | 'kcal', label: string) =>
    amount === null ? [] : [{ value: amountText(amount, unit), label }]
  return [
    ...stated(calories, 'kcal', 'energy'),
    ...stated(protein, 'g', 'protein'),
    ...stated(fiber, 'g', 'fiber'),
    ...(iron ? [{ value: iron.amount, label: 'iron' }] : []),
  ]
}

function cheapest(products: readonly Product[]): Money | null {
  return products.map(unitPrice).toSorted((a, b) => a - b)[0] ?? null
}
