/** A product's label as rows of a table. */
import { amountText, type Product } from '#shop/catalogue/product.ts'
import type { Nutrient, Nutrition } from '#shop/catalogue/product-fields.ts'

/** Everything that is in one serving: energy, the grams, then minerals and vitamins. */
export function nutrientRows(nutrition: Nutrition): Nutrient[] {
  const { calories, protein, carbohydrates, fat, fiber, minerals, vitamins } = nutrition
  const row = (name: string, amount: string): Nutrient => ({ name, amount, dailyValue: null })
  return [
    row('Energy', amountText(calories, 'kcal')),
    row('Protein', amountText(protein, 'g')),
    row('Carbohydrates', amountText(carbohydrates, 'g')),
    row('Fat', amountText(fat, 'g')),
    row('Fibre', amountText(fiber, 'g')),
    ...minerals,
    ...vitamins,
  ]
}

type Labelled = Pick<Product, 'nutrition' | 'ingredients'>

/** The amount of a mineral or vitamin in one serving; null when the label does not have it. */
export function amountOf({ nutrition }: Labelled, name: string): string | null {
  const all = nutrition ? [...nutrition.minerals, ...nutrition.vitamins] : []
  return all.find((nutrient) => nutrient.name === name)?.amount ?? null
}

/** The ingredient that begins with this word: its name and its share where the label gives one; null when it is not in it. */
export function ingredientOf(
  { ingredients }: Labelled,
  word: string,
): { name: string; share: string | null } | null {
  const line = ingredients.find((ingredient) => ingredient.startsWith(word))
  if (line === undefined) return null
  const share = /\((\d+(?:\.\d+)?%)\)/.exec(line)?.[1] ?? null
  return { name: line.replace(/\s*\(.*$/, ''), share }
}
