import {
  FIELD_GROUPS,
  type FormPicture,
  keyOf,
  type ProductField,
  type ProductTexts,
} from '#app/admin/products/product-fields.ts'
import { textOf } from '#app/kit/form-fields.ts'

export type SentProduct = {
  texts: ProductTexts
  pictures: FormPicture[]
  /** New pictures to be stored, as they were sent. */
  files: File[]
  /** An address to be added to the pictures; '' for none. */
  newUrl: string
  /** The version that was edited, the stock that was shown, and why it changes. Undefined for a new product. */
  version: number | undefined
  stockShown: number | undefined
  stockReason: string
  stockNote: string
}

/** Reads the product form; nothing is checked yet. */
export function sentProduct(form: FormData): SentProduct {
  const texts: ProductTexts = {}
  for (const { name, kind } of FIELD_GROUPS.flatMap(({ fields }) => fields)) {
    texts[name] = kind === 'checks' ? form.getAll(name).join('\n') : textOf(form, name)
  }
  const alts = form.getAll('image_alt').map(String)
  const urls = form.getAll('image_url').map(String)
  const files = form.getAll('images').filter((file): file is File => file instanceof File && file.size > 0)
  const whole = (name: string) => (textOf(form, name) === '' ? undefined : Number(textOf(form, name)))
  return {
    texts,
    pictures: urls.map((url, at) => ({ url, alt: alts[at] ?? '' })),
    files,
    newUrl: textOf(form, 'new_image_url').trim(),
    version: whole('version'),
    stockShown: whole('stock_shown'),
    stockReason: textOf(form, 'stock_reason'),
    stockNote: textOf(form, 'stock_note'),
  }
}

/** What was sent in the types that the schemas of the use cases check; what is no number stays one that they refuse. */
export function rawProduct(sent: SentProduct): Record<string, unknown> {
  const raw: Record<string, unknown> = {}
  for (const { fields, isNutrition } of FIELD_GROUPS) {
    const values = fields.map(({ name, ...field }) => [
      keyOf(name),
      typedValue({ name, ...field }, sent.texts[name] ?? ''),
    ])
    if (isNutrition) raw.nutrition = hasNutrition(sent.texts) ? Object.fromEntries(values) : null
    else Object.assign(raw, Object.fromEntries(values))
  }
  if (raw.slug === '') delete raw.slug
  raw.imageUrls = sent.pictures.map(({ url }) => url)
  raw.imageAlts = sent.pictures.map(({ alt }) => alt)
  return raw
}

function hasNutrition(texts: ProductTexts): boolean {
  const fields = FIELD_GROUPS.find(({ isNutrition }) => isNutrition)?.fields ?? []
  return fields.some(({ name }) => (texts[name] ?? '').trim() !== '')
}

/** Fields that are null, not '', when they are empty. */
const NULL_WHEN_EMPTY = new Set(['shelf_life', 'fssai_licence', 'cuisine', 'region'])

function typedValue({ name, kind, optional }: ProductField, typed: string): unknown {
  const text = typed.trim()
  switch (kind) {
    case 'check':
      return text !== ''
    case 'lines':
    case 'checks':
      return linesOf(text)
    case 'nutrients':
      return linesOf(text).map(nutrientOf)
    case 'amount':
    case 'number':
    case 'whole':
    case 'level':
      if (text === '') return blankNumber(kind, optional)
      return Number(text.replace(/,/g, ''))
    default:
      return text === '' && NULL_WHEN_EMPTY.has(name) ? null : text
  }
}

/** An empty cell is never 0: it is nothing where a field may have nothing, else a number that is refused. */
function blankNumber(kind: ProductField['kind'], optional: true | undefined): null | undefined | number {
  if (optional || kind === 'level' || kind === 'number') return null
  return kind === 'amount' ? undefined : Number.NaN
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function nutrientOf(line: string) {
  const [name = '', amount = '', daily = ''] = line.split('|').map((part) => part.trim())
  return { name, amount, dailyValue: daily === '' ? null : Number(daily.replace('%', '')) }
}
