import { HERO_WITHOUT_BOX, HERO_WITHOUT_PRODUCTS, HOME, type HomeTexts } from '#content/home.ts'
import { cheapest, compareBox } from '#shop/catalogue/complete-box.ts'
import { amountText, COMPLETE_BOX_ID, type Product } from '#shop/catalogue/product.ts'
import type { Nutrition } from '#shop/catalogue/product-fields.ts'
import { formatPrice, type Money, wholeRupees } from '#shop/kernel/money.ts'
import { formatNumber } from '#shop/kernel/number.ts'

/** A figure with its words, such as '20.2 g' and 'protein'. */
export type Figure = { value: string; label: string }

export type HomeBox = NonNullable<ReturnType<typeof homeBox>>

export type HomeShelf = ReturnType<typeof toHomeShelf>

export function toHomeShelf(products: readonly Product[]) {
  return {
    /** Null while the box is not sold. */
    box: homeBox(products),
    tastemakers: products.filter((product) => product.isPick).length,
    isEmpty: products.length === 0,
    /** Null when no box is sold. */
    replenishFrom: cheapest(products.filter((product) => product.category === 'hydration')),
  }
}

/**
 * Returns the hero of the home page. The built-in hero is about the box, so a shop without the box gets another hero.
 * Edited texts stay.
 */
export function heroOf(
  hero: HomeTexts['hero'],
  shelf: Pick<HomeShelf, 'box' | 'isEmpty'>,
): HomeTexts['hero'] {
  if (shelf.box || hero.title !== HOME.hero.title) return hero
  return shelf.isEmpty ? HERO_WITHOUT_PRODUCTS : HERO_WITHOUT_BOX
}

function homeBox(products: readonly Product[]) {
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
    /** Empty if the product has no nutrition values. */
    perMeal: mealFigures(products),
  }
}

/** Returns energy, protein, fiber and iron of one serving. Leaves out unknown values. */
export function perMeal({ calories, protein, fiber, minerals }: Nutrition): Figure[] {
  const iron = minerals.find(({ name }) => name === 'Iron')
  const figureOf = (amount: number | null, unit: 'g' | 'kcal', label: string) =>
    amount === null ? [] : [{ value: amountText(amount, unit), label }]
  return [
    ...figureOf(calories, 'kcal', 'energy'),
    ...figureOf(protein, 'g', 'protein'),
    ...figureOf(fiber, 'g', 'fiber'),
    ...(iron ? [{ value: iron.amount, label: 'iron' }] : []),
  ]
}

/** Counts figures in the current catalogue. Leaves out zeros. */
export function shopFigures(products: readonly Product[]): Figure[] {
  const figure = (label: string, counts: (product: Product) => boolean) => {
    const count = products.filter(counts).length
    return count > 0 ? [{ value: `${count}`, label }] : []
  }
  return [
    ...figure('products on sale', () => true),
    ...figure('with their nutrition on the page', ({ nutrition }) => nutrition !== null),
    ...figure('meal mixes of millet', ({ category }) => category === 'meal-mix'),
    ...figure('tastemakers to pick from', ({ isPick }) => isPick),
  ]
}

/** Returns the nutrition of one meal of the complete box; empty while it is not sold. */
export function mealFigures(products: readonly Product[]): Figure[] {
  const box = products.find((product) => product.id === COMPLETE_BOX_ID)
  return box?.nutrition ? perMeal(box.nutrition) : []
}

type WorkSums = { groups: number; workers: number; tasks: number; paid: Money }

/** Returns totals of the programme's records; empty until a task is approved. */
export function workFigures({ groups, workers, tasks, paid }: WorkSums): Figure[] {
  if (tasks === 0) return []
  const counts: [number, string, string][] = [
    [tasks, 'task reviewed and approved', 'tasks reviewed and approved'],
    [workers, 'woman did them', 'women did them'],
    [groups, 'self-help group', 'self-help groups'],
  ]
  const figures = counts
    .filter(([count]) => count > 0)
    .map(([count, singular, plural]) => ({
      value: formatNumber(count),
      label: count === 1 ? singular : plural,
    }))
  return paid > 0 ? [...figures, { value: formatPrice(wholeRupees(paid)), label: 'paid for it' }] : figures
}
