import { compareBox } from '#shop/catalogue/complete-box.ts'
import { amountText, COMPLETE_BOX_ID, type Product, unitPrice } from '#shop/catalogue/product.ts'
import type { Nutrition } from '#shop/catalogue/product-fields.ts'
import { formatPrice, type Money, wholeRupees } from '#shop/kernel/money.ts'
import { formatNumber } from '#shop/kernel/number.ts'

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
  tastemakers: number
  /** The cheapest box of Replenish; null when none is sold. */
  replenishFrom: Money | null
}

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
  return products.map(unitPrice).sort((a, b) => a - b)[0] ?? null
}

/** Figures counted from today's catalogue; zeros are left out. */
export function shopFigures(products: readonly Product[]): Figure[] {
  const counts = [
    { count: products.length, label: 'products on sale' },
    {
      count: products.filter((product) => product.nutrition).length,
      label: 'with their nutrition on the page',
    },
    {
      count: products.filter((product) => product.category === 'meal-mix').length,
      label: 'meal mixes of millet',
    },
    { count: products.filter((product) => product.isPick).length, label: 'tastemakers to pick from' },
  ]
  return counts.filter(({ count }) => count > 0).map(({ count, label }) => ({ value: `${count}`, label }))
}

/** The nutrition of one meal of the complete box; empty while it is not sold. */
export function mealFigures(products: readonly Product[]): Figure[] {
  const box = products.find((product) => product.id === COMPLETE_BOX_ID)
  return box?.nutrition ? perMeal(box.nutrition) : []
}

type WorkSums = { groups: number; workers: number; tasks: number; paid: Money }

/** Totals of the programme's records; empty before the first task was approved. */
export function workFigures({ groups, workers, tasks, paid }: WorkSums): Figure[] {
  if (tasks === 0) return []
  const counts: [number, string, string][] = [
    [tasks, 'task reviewed and approved', 'tasks reviewed and approved'],
    [workers, 'woman did them', 'women did them'],
    [groups, 'self-help group', 'self-help groups'],
  ]
  const figures = counts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => ({ value: formatNumber(count), label: count === 1 ? one : many }))
  return paid > 0 ? [...figures, { value: formatPrice(wholeRupees(paid)), label: 'paid for it' }] : figures
}
