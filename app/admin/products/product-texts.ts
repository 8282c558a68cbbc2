import type { Difference } from '#app/admin/kit/conflict-panel.tsx'
import { FIELD_GROUPS, type FieldKind, keyOf, type ProductTexts } from '#app/admin/products/product-fields.ts'
import type { Product } from '#shop/catalogue/product.ts'
import type { Nutrient } from '#shop/catalogue/product-fields.ts'
import { type Money, toRupees } from '#shop/kernel/money.ts'

type Shown = Product & { categoryId: string | null }

/** A product as the form shows it. */
export function textsOf(product: Shown): ProductTexts {
  const texts: ProductTexts = {}
  for (const { fields, isNutrition } of FIELD_GROUPS) {
    const values = (isNutrition ? (product.nutrition ?? {}) : product) as Record<string, unknown>
    for (const { name, kind } of fields) texts[name] = textOf(kind, values[keyOf(name)])
  }
  return texts
}

/** The form of a product that is not there yet. */
export const BLANK_TEXTS: ProductTexts = {
  country_of_origin: 'India',
  stock_quantity: '0',
  tastemaker_picks: '0',
}

function textOf(kind: FieldKind, value: unknown): string {
  if (value === null || value === undefined || value === false) return ''
  if (kind === 'check') return 'on'
  if (kind === 'amount') return String(toRupees(value as Money))
  if (kind === 'nutrients') return (value as Nutrient[]).map(nutrientLine).join('\n')
  return Array.isArray(value) ? value.join('\n') : String(value)
}

function nutrientLine({ name, amount, dailyValue }: Nutrient): string {
  return dailyValue === null ? `${name} | ${amount}` : `${name} | ${amount} | ${dailyValue}`
}

/** The fields in which what is saved differs from what somebody typed. */
export function differences(theirs: ProductTexts, yours: ProductTexts): Difference[] {
  return FIELD_GROUPS.flatMap(({ fields }) => fields)
    .filter(({ name }) => clean(theirs[name]) !== clean(yours[name]))
    .map(({ name, label }) => ({ label, theirs: theirs[name] ?? '', yours: yours[name] ?? '' }))
}

/** Browsers send line ends in their own way. */
function clean(text = ''): string {
  return text.replaceAll('\r\n', '\n').trim()
}
