import type { Column } from '#app/kit/column.ts'
import { Table } from '#app/kit/table.tsx'
import { allergensText, amountText, type Product } from '#shop/catalogue/product.ts'
import type { Nutrient, Nutrition } from '#shop/catalogue/product-fields.ts'

type LabelProduct = Pick<Product, 'name' | 'ingredients' | 'benefits' | 'allergens' | 'nutrition'>

const COLUMNS: Column<Nutrient>[] = [
  { header: 'Nutrient', cell: (row) => row.name, place: 'lead' },
  { header: 'Amount', cell: (row) => row.amount, align: 'end' },
  {
    header: 'Daily value',
    cell: (row) => (row.dailyValue === null ? '–' : `${row.dailyValue}%`),
    align: 'end',
  },
]

export function Label({ product, level = 3 }: { product: LabelProduct; level?: 3 | 4 }) {
  const { name, ingredients, benefits, nutrition } = product
  const Heading = `h${level}` as const
  return (
    <div className="label">
      <Heading>Ingredients</Heading>
      <ul className="label-list">
        {ingredients.map((ingredient) => (
          <li key={ingredient}>{ingredient}</li>
        ))}
      </ul>
      <Heading>Allergens</Heading>
      <p>{allergensText(product)}</p>
      <Heading>Benefits</Heading>
      <ul className="label-list">
        {benefits.map((benefit) => (
          <li key={benefit}>{benefit}</li>
        ))}
      </ul>
      {nutrition && (
        <>
          <Heading>Nutrients per serving</Heading>
          <p className="mb-2 text-sm text-ink-soft">
            Serving: {nutrition.servingSize}. Daily values: ICMR-NIN, Nutrient Requirements for Indians, 2020.
          </p>
          <Table
            caption={`Nutrients in one serving of ${name}`}
            captionHidden
            columns={COLUMNS}
            rows={nutrientRows(nutrition)}
            stacked={false}
            className="label-table"
          />
        </>
      )}
    </div>
  )
}

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

/** Returns the amount of a mineral or vitamin per serving; null if the label does not name it. */
export function amountOf({ nutrition }: Pick<Product, 'nutrition'>, name: string): string | null {
  const all = nutrition ? [...nutrition.minerals, ...nutrition.vitamins] : []
  return all.find((nutrient) => nutrient.name === name)?.amount ?? null
}

/**
 * Returns the share of the ingredient that starts with this word: 'in it' if the share is unknown, 'none' if the
 * ingredient is missing.
 */
export function shareOf({ ingredients }: Pick<Product, 'ingredients'>, word: string): string {
  const line = ingredients.find((ingredient) => ingredient.startsWith(word))
  return line === undefined ? 'none' : (/\((\d+(?:\.\d+)?%)\)/.exec(line)?.[1] ?? 'in it')
}
