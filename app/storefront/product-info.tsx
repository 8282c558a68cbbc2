import { useStoredMix } from '#app/cart/mix-store.ts'
import { useBestsellerWord, useTaxes } from '#app/frame/use-root-data.ts'
import type { Column } from '#app/kit/column.ts'
import { Icon } from '#app/kit/icon.tsx'
import { Ledger, type LedgerRow } from '#app/kit/ledger.tsx'
import { Price } from '#app/kit/product/price.tsx'
import { Badge } from '#app/kit/status.tsx'
import { Table } from '#app/kit/table.tsx'
import { Tabs } from '#app/kit/tabs.tsx'
import { HEALTH_FOCUS_LABELS, PRODUCT_TYPES } from '#app/storefront/labels.ts'
import type { PageProduct, PickProduct } from '#app/storefront/product-data.ts'
import { Rating } from '#app/storefront/reviews.tsx'
import type { DeliveryTexts } from '#app/texts/documents.ts'
import type { CartLine } from '#shop/carts/cart.ts'
import { allergenContradictions, mixAllergensText, picksAgainst } from '#shop/catalogue/allergens.ts'
import {
  allergensText,
  amountText,
  isCustomisable,
  isFood,
  isOutOfStock,
  LOW_STOCK_NOTICE,
  stockMessage,
  unitPrice,
} from '#shop/catalogue/product.ts'
import type { Nutrient, Nutrition } from '#shop/catalogue/product-fields.ts'
import type { HealthFocus } from '#shop/catalogue/taxonomy.ts'
import { unitSalePrice } from '#shop/catalogue/unit-sale-price.ts'
import { formatAmount } from '#shop/kernel/money.ts'
import { addedTaxText, withTaxText } from '#shop/kernel/tax.ts'

type ProductHeadProps = {
  product: PageProduct
  delivery: Pick<DeliveryTexts, 'promise' | 'notice'>
  /** The text of the first-order offer, or null. */
  offer: string | null
}

/** Name, rating, price and description. Contains nothing focusable, because on a phone the tray is placed below it. */
export function ProductHead({ product, delivery, offer }: ProductHeadProps) {
  const bestseller = useBestsellerWord()
  const taxes = useTaxes()
  const isLow = product.stockQuantity < LOW_STOCK_NOTICE
  const unitPricing = unitSalePrice(product.netQuantity, unitPrice(product))
  return (
    <>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {product.isBestseller && (
          <Badge tone="warning" dot={false}>
            {bestseller}
          </Badge>
        )}
        {product.isNew && (
          <Badge tone="info" dot={false}>
            New
          </Badge>
        )}
      </div>
      <h1 className="display text-4xl">{product.name}</h1>
      <Rating product={product} />
      <p className="text-lg text-ink-soft">{product.shortDescription}</p>
      <div className="product-price">
        <Price
          price={unitPrice(product)}
          original={product.discountPrice ? product.price : null}
          className="text-2xl font-bold"
        />
        {/* A single row, so that its wrapping does not depend on the font. */}
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <span className="numeric text-sm">{withTaxText(unitPrice(product), taxes)}</span>
          <Badge tone={isOutOfStock(product) ? 'danger' : isLow ? 'warning' : 'positive'}>
            {stockMessage(product)}
          </Badge>
        </div>
      </div>
      {/* These lines are short enough to wrap alike before and after the fonts are loaded. */}
      <div className="text-sm text-ink-soft">
        <p>
          Net quantity {product.netQuantity}
          {unitPricing && `, ${formatAmount(unitPricing.price)} per ${unitPricing.unit}`}.
        </p>
        <p className="wrap-anywhere">
          {taxes.prices !== 'inclusive' && `${addedTaxText(taxes)} is added at checkout. `}
          {delivery.promise}.
        </p>
        {delivery.notice && <p className="wrap-anywhere">{delivery.notice}</p>}
      </div>
      {offer && (
        <p className="flex max-w-read items-start gap-2 text-sm">
          <Icon name="gift" size="s" className="mt-0.5 shrink-0" />
          <span>{offer}</span>
        </p>
      )}
      <p className="max-w-read">{product.description}</p>
    </>
  )
}

type DetailsProps = { product: PageProduct; picked: readonly PickProduct[] }

export function HealthFocuses({ product: { healthFocus }, picked }: DetailsProps) {
  if (healthFocus.length === 0) return null
  const label = (focus: HealthFocus) => HEALTH_FOCUS_LABELS[focus]
  return (
    <ul className="flex flex-wrap gap-2" aria-label="Health focus">
      {healthFocus.map((focus) => (
        <li key={focus}>
          {picksAgainst(focus, picked).length > 0 ? (
            <Badge tone="warning" dot={false}>
              Not {label(focus).toLowerCase()}
            </Badge>
          ) : (
            <Badge dot={false}>{label(focus)}</Badge>
          )}
        </li>
      ))}
    </ul>
  )
}

const COLUMNS: Column<Nutrient>[] = [
  { header: 'Nutrient', cell: (row) => row.name, place: 'lead' },
  { header: 'Per serving', cell: (row) => row.amount, align: 'end' },
  {
    header: '% daily value',
    cell: (row) => (row.dailyValue === null ? '–' : `${row.dailyValue}%`),
    align: 'end',
  },
]

type ProductTabsProps = {
  product: PageProduct
  picks: readonly PickProduct[]
  /** The mix that was last sent by a form without JavaScript. */
  mix: CartLine | null
}

export function ProductTabs({ product, picks, mix }: ProductTabsProps) {
  const storedMix = useStoredMix(product.number, mix)
  const picked = picks.filter((pick) => storedMix?.picks[pick.number])
  const steps = product.usageInstructions.map((step) => <li key={step}>{step}</li>)
  const tabs = [
    { id: 'details', label: 'Details', panel: <Details product={product} picked={picked} /> },
    { id: 'instructions', label: 'Instructions', panel: <ol className="product-steps">{steps}</ol> },
    { id: 'ingredients', label: 'Ingredients', panel: <Ingredients product={product} picked={picked} /> },
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

function Details({ product, picked }: DetailsProps) {
  const { nutrition } = product
  return (
    <div className="product-details">
      <div>
        <ul className="product-benefits">
          {product.benefits.map((benefit) => {
            const exceptions = allergenContradictions(benefit, picked)
            return (
              <li key={benefit}>
                {benefit}
                {exceptions.length > 0 && <b>. {exceptions.join(' ')}</b>}
              </li>
            )
          })}
        </ul>
        <Ledger rows={detailRows(product, picked)} className="mt-6" />
      </div>
      {nutrition && (
        <div>
          <Table
            caption={`Nutrition in one serving: ${nutrition.servingSize}`}
            columns={COLUMNS}
            rows={[...mainRows(nutrition), ...nutrition.vitamins, ...nutrition.minerals]}
            stacked={false}
            className="nutrition"
          />
        </div>
      )}
    </div>
  )
}

/** Returns a text with the product's allergens. For a mix it includes those of the picks. */
function allergensWith(product: PageProduct, picked: readonly PickProduct[]): string {
  return isCustomisable(product) ? mixAllergensText(product, picked) : allergensText(product)
}

function detailRows(product: PageProduct, picked: readonly PickProduct[]): LedgerRow[] {
  const { spiceLevel, sweetLevel } = product
  const rows = [
    { label: 'Product type', value: PRODUCT_TYPES[product.category] },
    {
      label: 'Spice level',
      value: sweetLevel === null && spiceLevel !== null ? `${spiceLevel} out of 5` : null,
    },
    { label: 'Sweet level', value: sweetLevel === null ? null : `${sweetLevel} out of 5` },
    { label: 'Allergens', value: isFood(product) && allergensWith(product, picked) },
    ...product.rows,
  ]
  return rows.filter((row) => row.value)
}

function Ingredients({ product, picked }: DetailsProps) {
  return (
    <>
      <ul className="product-ingredients">
        {product.ingredients.map((ingredient) => (
          <li key={ingredient}>{ingredient}</li>
        ))}
      </ul>
      {isFood(product) && (
        <p className="mt-4">
          <b>Allergens:</b> {allergensWith(product, picked)}
        </p>
      )}
    </>
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
