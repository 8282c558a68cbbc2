/** The fields of the product form, and the conversion between a product and their texts. */
import type { Difference } from '#app/admin/kit/conflict-panel.tsx'
import { differences, type Texts } from '#app/admin/kit/record-texts.ts'
import { textOf } from '#app/kit/form-fields.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { FORM_PARTS, NUTRITION_FIELDS, PRODUCT_FIELDS } from '#shop/catalogue/product-fields.ts'
import { type Field, fromText, mapped, snakeCase, toText } from '#shop/field.ts'

/** Field values as typed, by field name. The values of a field with several choices are joined by line breaks. */
export type ProductTexts = Texts
export type FormPicture = { url: string; alt: string }
export type FormField = Field & { name: string; part: string }

const FIELDS: [string, Field][] = Object.entries(PRODUCT_FIELDS)
const NUTRITION: [string, Field][] = Object.entries(NUTRITION_FIELDS)

/** In the order of the form, named as in JSON. Nutrition values are separate fields. */
const FORM_FIELDS: FormField[] = FIELDS.flatMap(([key, field]) => {
  const { part } = field
  if (!part) return []
  const entries = field.kind === 'group' ? NUTRITION : [[key, field] as const]
  return entries.map(([name, one]) => ({ ...one, name: nameOf(name), part }))
})

export const FORM_GROUPS = Object.entries(FORM_PARTS).map(([part, title]) => ({
  title,
  fields: FORM_FIELDS.filter((field) => field.part === part),
}))

/** The form chooses the category by its id. */
export function nameOf(key: string): string {
  return key === 'category' ? 'category_id' : snakeCase(key)
}

/** A product as the form shows it. */
export function textsOf(product: Product & { categoryId: string | null }): ProductTexts {
  return textsFrom({ ...product, ...product.nutrition, category: product.categoryId })
}

/** The form of a new product. */
export const BLANK_TEXTS = textsFrom(mapped(PRODUCT_FIELDS, ({ empty }) => empty))

function textsFrom(values: Record<string, unknown>): ProductTexts {
  const entries = [...FIELDS, ...NUTRITION].filter(([, { kind }]) => kind !== 'group')
  return Object.fromEntries(entries.map(([key, { kind }]) => [nameOf(key), toText(kind, values[key])]))
}

/** The fields in which the saved product differs from what was typed. */
export function productDifferences(theirs: ProductTexts, yours: ProductTexts): Difference[] {
  return differences(Object.fromEntries(FORM_FIELDS.map((field) => [field.name, field])), theirs, yours)
}

export type SentProduct = {
  texts: ProductTexts
  pictures: FormPicture[]
  /** New pictures to store, as uploaded. */
  files: File[]
  /** A URL to add to the pictures; '' for none. */
  newUrl: string
  /**
   * The version that was edited, the stock that was shown, and the reason for its change. Undefined for a new
   * product.
   */
  version: number | undefined
  stockShown: number | undefined
  stockReason: string
  stockNote: string
}

/** Reads the product form without checking it. */
export function sentProduct(form: FormData): SentProduct {
  const texts = FORM_FIELDS.map(({ name, kind }) => [
    name,
    kind === 'checks' ? form.getAll(name).join('\n') : textOf(form, name),
  ])
  const alts = form.getAll('image_alt').map(String)
  const urls = form.getAll('image_url').map(String)
  const whole = (name: string) => (textOf(form, name) === '' ? undefined : Number(textOf(form, name)))
  return {
    texts: Object.fromEntries(texts),
    pictures: urls.map((url, at) => ({ url, alt: alts[at] ?? '' })),
    files: form.getAll('images').filter((file): file is File => file instanceof File && file.size > 0),
    newUrl: textOf(form, 'new_image_url').trim(),
    version: whole('version'),
    stockShown: whole('stock_shown'),
    stockReason: textOf(form, 'stock_reason'),
    stockNote: textOf(form, 'stock_note'),
  }
}

/** The form's values as the schemas of the use cases take them, but for the category. */
export function sentValues({ texts, pictures }: SentProduct): Record<string, unknown> {
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
