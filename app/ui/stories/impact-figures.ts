import { type Figure, perMeal } from '#app/ui/stories/home-shelf.ts'
import { COMPLETE_BOX_ID, type Product } from '#shop/catalogue/product.ts'

/** What can be said about the shop by counting its catalogue today; what counts to nothing is left out. */
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

/** What one meal of the complete box holds; empty while it is not sold. */
export function mealFigures(products: readonly Product[]): Figure[] {
  const box = products.find((product) => product.id === COMPLETE_BOX_ID)
  return box?.nutrition ? perMeal(box.nutrition) : []
}
