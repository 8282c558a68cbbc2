import { type Column, Table } from '#app/kit/table.tsx'
import { amountText } from '#shop/catalogue/product.ts'
import type { Nutrient, Nutrition } from '#shop/catalogue/product-fields.ts'

const COLUMNS: Column<Nutrient>[] = [
  { key: 'name', header: 'Nutrient', cell: (row) => row.name, lead: true },
  { key: 'amount', header: 'Per serving', cell: (row) => row.amount, align: 'end' },
  {
    key: 'daily',
    header: '% daily value',
    cell: (row) => (row.dailyValue === null ? '–' : `${row.dailyValue}%`),
    align: 'end',
  },
]

/** What one serving holds: energy and the large nutrients, then vitamins and minerals with their daily values. */
export function NutritionTable({ nutrition }: { nutrition: Nutrition }) {
  return (
    <div>
      <Table
        caption={`Nutrition in one serving: ${nutrition.servingSize}`}
        columns={COLUMNS}
        rows={[...mainRows(nutrition), ...nutrition.vitamins, ...nutrition.minerals]}
        rowKey={(row) => row.name}
        stacked={false}
        className="nutrition"
      />
    </div>
  )
}

function mainRows({ calories, protein, carbohydrates, fat, fiber }: Nutrition): Nutrient[] {
  const row = (name: string, amount: string) => ({ name, amount, dailyValue: null })
  return [
    row('Calories', amountText(calories, 'kcal')),
    row('Protein', amountText(protein, 'g')),
    row('Carbohydrates', amountText(carbohydrates, 'g')),
    row('Fat', amountText(fat, 'g')),
    row('Fiber', amountText(fiber, 'g')),
  ]
}
