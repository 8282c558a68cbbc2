import { Heat } from '#app/kit/heat.tsx'
import { Ledger, type LedgerRow } from '#app/kit/ledger.tsx'
import { PRODUCT_TYPES } from '#app/storefront/labels.ts'
import type { ShelfProduct } from '#app/storefront/shelf-product.ts'
import { amountText } from '#shop/catalogue/product.ts'

/** Nutrition, ingredients, benefits and use. What a product does not have is left out. */
export function InfoFacts({ product }: { product: ShelfProduct }) {
  const { facts } = product
  return (
    <div className="info-facts">
      {facts && (
        <section>
          <h3>Nutritional facts</h3>
          <p className="text-sm text-ink-soft">In {facts.servingSize}</p>
          <Ledger
            className="mt-2"
            rows={[
              { label: 'Protein', value: amountText(facts.protein, 'g') },
              { label: 'Fiber', value: amountText(facts.fiber, 'g') },
              { label: 'Calories', value: amountText(facts.calories, 'kcal') },
            ]}
          />
        </section>
      )}
      <Listed title="Ingredients" items={product.ingredients} />
      <Listed title="Health benefits" items={product.benefits} />
      <Listed title="How to use" items={product.usageInstructions} numbered />
    </div>
  )
}

/** Where it comes from, and how hot or sweet it is, or what kind of product. */
export function InfoOrigin({ product }: { product: ShelfProduct }) {
  const region = product.region ? [{ label: 'Region', value: product.region }] : []
  return <Ledger rows={[...region, levelRow(product)]} />
}

/** Tastemakers have a level; for everything else the kind of product says more. */
function levelRow({ sweetLevel, spiceLevel, category }: ShelfProduct): LedgerRow {
  if (sweetLevel !== null) return { label: 'Sweet level', value: <Level kind="sweet" level={sweetLevel} /> }
  if (spiceLevel !== null) return { label: 'Spice level', value: <Level kind="spice" level={spiceLevel} /> }
  return { label: 'Product type', value: PRODUCT_TYPES[category] }
}

function Level({ kind, level }: { kind: 'spice' | 'sweet'; level: number }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden="true">
        <Heat kind={kind} level={level} />
      </span>
      {level} out of 5
    </span>
  )
}

function Listed({ title, items, numbered }: { title: string; items: string[]; numbered?: boolean }) {
  if (items.length === 0) return null
  const List = numbered ? 'ol' : 'ul'
  return (
    <section>
      <h3>{title}</h3>
      <List>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </List>
    </section>
  )
}
