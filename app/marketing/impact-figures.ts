import { type Figure, perMeal } from '#app/marketing/home-shelf.ts'
import { COMPLETE_BOX_ID, type Product } from '#shop/catalogue/product.ts'
import { formatPrice, type Money, wholeRupees } from '#shop/kernel/money.ts'

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
    .map(([count, one, many]) => ({ value: count.toLocaleString('en-IN'), label: count === 1 ? one : many }))
  return paid > 0 ? [...figures, { value: formatPrice(wholeRupees(paid)), label: 'paid for it' }] : figures
}
