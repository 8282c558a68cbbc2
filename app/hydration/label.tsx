import { type Column, Table } from '#app/kit/table.tsx'
import { allergensText, type Product } from '#shop/catalogue/product.ts'
import type { Nutrient } from '#shop/catalogue/product-fields.ts'
import { nutrientRows } from './label-rows.ts'

type Labelled = Pick<Product, 'name' | 'ingredients' | 'benefits' | 'allergens' | 'nutrition'>

const COLUMNS: Column<Nutrient>[] = [
  { key: 'name', header: 'Nutrient', cell: (row) => row.name, place: 'lead' },
  { key: 'amount', header: 'Amount', cell: (row) => row.amount, align: 'end' },
  {
    key: 'daily',
    header: 'Daily value',
    cell: (row) => (row.dailyValue === null ? '–' : `${row.dailyValue}%`),
    align: 'end',
  },
]

/** The label on the box: ingredients, benefits, nutrients. `level` is that of its headings. */
export function Label({ product, level = 3 }: { product: Labelled; level?: 3 | 4 }) {
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
            rowKey={(row) => row.name}
            stacked={false}
            className="label-table"
          />
        </>
      )}
    </div>
  )
}
