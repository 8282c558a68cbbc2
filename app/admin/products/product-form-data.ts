/** The fields of the product form, and the conversion between a product and the texts of these fields. */

import type { Difference } from '#app/desk/conflict-panel.tsx'
import { differences, type Texts } from '#app/desk/record-texts.ts'
import { textOf } from '#app/kit/form-fields.ts'
import type { Product } from '#shop/catalogue/product.ts'
import {
  FORM_PARTS,
  type FormPart,
  NUTRITION_FIELDS,
  PRODUCT_FIELDS,
} from '#shop/catalogue/product-fields.ts'
import { type Field, fromText, mapFields, snakeCase, toText } from '#shop/field.ts'
import { groupBy } from '#shop/kernel/group-by.ts'

/** Field values as typed, by field name. The values of a field with several choices are joined by line breaks. */
export type ProductTexts = Texts
/** `problem`: why the shop could not fetch the picture from its URL; '' before the first attempt. */
export type FormPicture = { url: string; alt: string; problem?: string }
export type FormField = Field & { name: string; part: FormPart; section: string | undefined }

const FIELDS: [string, Field & { part?: FormPart; section?: string }][] = Object.entries(PRODUCT_FIELDS)
const NUTRITION: [string, Field][] = Object.entries(NUTRITION_FIELDS)

/** The fields in the order of the form, named as in JSON. Nutrition values are separate fields. */
const FORM_FIELDS: FormField[] = FIELDS.flatMap(([key, field]) => {
  const { part, section } = field
  if (!part) return []
  const entries = field.kind === 'group' ? NUTRITION : [[key, field] as const]
  return entries.map(([name, control]) => ({ ...control, name: nameOf(name), part, section }))
})

/** The parts of the form. The fields of each are grouped by section, beginning with fields without a section. */
export const PRODUCT_PARTS = Object.entries(FORM_PARTS).map(([part, title]) => ({
  part: part as FormPart,
  title,
  sections: [
    ...groupBy(
      FORM_FIELDS.filter((field) => field.part === part),
      ({ section = '' }) => section,
    ),
  ],
}))

/** Returns the id of a field's control, to which the list of problems links. */
export function fieldId(name: string): string {
  return `field-${name}`
}

/** Returns the label of a field in the list of problems: 'Active', without its explanation. */
export function fieldLabel(name: string): string {
  const field = FORM_FIELDS.find((field) => field.name === name.replace('stock_reason', 'stock_quantity'))
  return field?.label.split(':')[0] ?? (name === 'stock_note' ? 'Note on the stock' : 'Pictures')
}

export function nameOf(key: string): string {
  return key === 'category' ? 'category_id' : snakeCase(key)
}

export function textsOf(product: Product & { categoryId: string | null }): ProductTexts {
  return textsFrom({ ...product, ...product.nutrition, category: product.categoryId })
}

export const BLANK_TEXTS = textsFrom(mapFields(PRODUCT_FIELDS, ({ empty }) => empty))

function textsFrom(values: Record<string, unknown>): ProductTexts {
  const entries = [...FIELDS, ...NUTRITION].filter(([, { kind }]) => kind !== 'group')
  return Object.fromEntries(entries.map(([key, field]) => [nameOf(key), textOfField(field, values[key])]))
}

/** Returns a field's text. Sorts the chosen values like their checkboxes, because the form sends them in that order. */
function textOfField({ kind, values = [] }: Field, value: unknown): string {
  const isChosen = (choice: string) => Array.isArray(value) && value.includes(choice)
  return kind === 'checks' ? values.filter(isChosen).join('\n') : toText(kind, value)
}

/** Returns the fields in which the saved product differs from the entered values. */
export function productDifferences(theirs: ProductTexts, yours: ProductTexts): Difference[] {
  return differences(Object.fromEntries(FORM_FIELDS.map((field) => [field.name, field])), theirs, yours)
}

export type ProductValues = {
  texts: ProductTexts
  pictures: FormPicture[]
  /** A URL to add to the pictures; '' for none. */
  newUrl: string
  /** The version that is being edited and the displayed stock level. Null for a new product. */
  base: { version: number; stockQuantity: number } | null
  stockReason: string
  stockNote: string
}

/** Reads the product form without checking it. */
export function readProductForm(form: FormData): ProductValues {
  const texts = FORM_FIELDS.map(({ name, kind }) => [
    name,
    kind === 'checks' ? form.getAll(name).join('\n') : textOf(form, name).replaceAll('\r\n', '\n'),
  ])
  const alts = form.getAll('image_alt').map(String)
  const urls = form.getAll('image_url').map(String)
  const version = textOf(form, 'version')
  return {
    texts: Object.fromEntries(texts),
    pictures: urls.map((url, at) => ({ url, alt: alts[at] ?? '' })),
    newUrl: textOf(form, 'new_image_url').trim(),
    base: version ? { version: Number(version), stockQuantity: Number(textOf(form, 'stock_shown')) } : null,
    stockReason: textOf(form, 'stock_reason'),
    stockNote: textOf(form, 'stock_note'),
  }
}

/** Returns the values with the current stock level, unless the person has changed the displayed level. */
export function withStock(values: ProductValues, stockQuantity: number): ProductValues {
  const { texts, base } = values
  if (!base || texts.stock_quantity?.trim() !== String(base.stockQuantity)) return values
  return {
    ...values,
    texts: { ...texts, stock_quantity: String(stockQuantity) },
    base: { ...base, stockQuantity },
  }
}

/** Returns `stored`, except the fields that were typed in since the page `opened`. The stock level is current. */
export function mergeValues(
  opened: ProductValues,
  stored: ProductValues,
  typed: ProductValues,
): ProductValues {
  const isTyped = (name: string) => typed.texts[name] !== opened.texts[name]
  const texts = Object.entries(stored.texts).map(([name, text]) => [
    name,
    isTyped(name) ? (typed.texts[name] ?? '') : text,
  ])
  const merged = { ...stored, texts: Object.fromEntries(texts) }
  return opened.base ? withStock(merged, opened.base.stockQuantity) : merged
}

/** Returns the form's values as input for the use cases, without the category. */
export function inputFrom({
  texts,
  pictures,
}: Pick<ProductValues, 'texts' | 'pictures'>): Record<string, unknown> {
  const toEntry = ([key, field]: [string, Field]) => [key, fromText(field, texts[nameOf(key)] ?? '')]
  const isFilled = NUTRITION.some(([key]) => texts[nameOf(key)]?.trim())
  const {
    slug,
    category: _,
    ...values
  } = Object.fromEntries(FIELDS.filter(([, { part }]) => part).map(toEntry))
  return {
    ...values,
    ...(slug !== '' && { slug }),
    nutrition: isFilled ? Object.fromEntries(NUTRITION.map(toEntry)) : null,
    imageUrls: pictures.map(({ url }) => url),
    imageAlts: pictures.map(({ alt }) => alt),
  }
}
