import { Ledger, type LedgerRow } from '#app/kit/ledger.tsx'
import { type Column, Table } from '#app/kit/table.tsx'
import { Tabs } from '#app/kit/tabs.tsx'
import { PRODUCT_TYPES } from '#app/storefront/labels.ts'
import type { PageProduct } from '#app/storefront/page-product.ts'
import { allergensText, amountText, isFood } from '#shop/catalogue/product.ts'
import type { Nutrient, Nutrition } from '#shop/catalogue/product-fields.ts'
import { formatPrice } from '#shop/kernel/money.ts'

const COLUMNS: Column<Nutrient>[] = [
  { key: 'name', header: 'Nutrient', cell: (row) => row.name, place: 'lead' },
  { key: 'amount', header: 'Per serving', cell: (row) => row.amount, align: 'end' },
  {
    key: 'daily',
    header: '% daily value',
    cell: (row) => (row.dailyValue === null ? '–' : `${row.dailyValue}%`),
    align: 'end',
  },
]

/** Details, instructions, ingredients. */
export function ProductTabs({ product }: { product: PageProduct }) {
  const tabs = [
    { id: 'details', label: 'Details', panel: <Details product={product} /> },
    { id: 'instructions', label: 'Instructions', panel: <Instructions steps={product.usageInstructions} /> },
    { id: 'ingredients', label: 'Ingredients', panel: <Ingredients product={product} /> },
  ]
  return (
    <section aria-labelledby="about-product" className="product-tabs">
      <h2 id="about-product" className="sr-only">
        About {product.name}
      </h2>
      <Tabs label={`About ${product.name}`} tabs={tabs} />
    </section>
  )
}

function Details({ product }: { product: PageProduct }) {
  return (
    <div className="product-details">
      <div>
        <ul className="product-benefits">
          {product.benefits.map((benefit) => (
            <li key={benefit}>{benefit}</li>
          ))}
        </ul>
        <Ledger rows={detailRows(product)} className="mt-6" />
      </div>
      {product.nutrition && <NutritionTable nutrition={product.nutrition} />}
    </div>
  )
}

function detailRows(product: PageProduct): LedgerRow[] {
  const { spiceLevel, sweetLevel, region, shelfLife, countryOfOrigin, mrp, maker, fssaiLicence } = product
  const rows = [
    { label: 'Product type', value: PRODUCT_TYPES[product.category] },
    { label: 'Net quantity', value: product.netQuantity },
    { label: 'Region', value: region },
    {
      label: 'Spice level',
      value: sweetLevel === null && spiceLevel !== null ? `${spiceLevel} out of 5` : null,
    },
    { label: 'Sweet level', value: sweetLevel === null ? null : `${sweetLevel} out of 5` },
    { label: 'Allergens', value: isFood(product) && allergensText(product) },
    { label: 'Shelf life', value: shelfLife },
    { label: 'MRP, inclusive of all taxes', value: mrp && formatPrice(mrp) },
    { label: 'Made by', value: maker },
    { label: 'FSSAI licence of the maker', value: fssaiLicence },
    { label: 'Country of origin', value: countryOfOrigin },
  ]
  return rows.filter((row) => row.value)
}

function Instructions({ steps }: { steps: string[] }) {
  return (
    <ol className="product-steps">
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}

function Ingredients({ product }: { product: PageProduct }) {
  return (
    <>
      <ul className="product-ingredients">
        {product.ingredients.map((ingredient) => (
          <li key={ingredient}>{ingredient}</li>
        ))}
      </ul>
      {isFood(product) && (
        <p className="mt-4">
          <b>Allergens:</b> {allergensText(product)}
        </p>
      )}
    </>
  )
}

/** The nutrition of one serving: energy and large nutrients, then vitamins and minerals with their daily values. */
function NutritionTable({ nutrition }: { nutrition: Nutrition }) {
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
