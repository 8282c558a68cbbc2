/** The fields of the product form, and the conversion between a product and their texts. */

import type { Difference } from '#app/desk/conflict-panel.tsx'
import { differences, type Texts } from '#app/desk/record-texts.ts'
import { textOf } from '#app/kit/form-fields.ts'
import type { DraftContent, DraftRef } from '#shop/catalogue/draft.ts'
import type { Product } from '#shop/catalogue/product.ts'
import {
  FORM_STEPS,
  type FormStep,
  NUTRITION_FIELDS,
  PRODUCT_FIELDS,
  type ProductContent,
} from '#shop/catalogue/product-fields.ts'
import { type Field, fromText, mapped, snakeCase, toText } from '#shop/field.ts'
import { groupBy } from '#shop/kernel/group-by.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { NO_MONEY } from '#shop/kernel/money.ts'

/** Field values as typed, by field name. The values of a field with several choices are joined by line breaks. */
export type ProductTexts = Texts
/** `problem`: why the shop could not fetch it from its address; '' when it has not tried. */
export type FormPicture = { url: string; alt: string; problem?: string }
export type FormField = Field & { name: string; part: FormStep; section: string | undefined }

const FIELDS: [string, Field & { part?: FormStep; section?: string }][] = Object.entries(PRODUCT_FIELDS)
const NUTRITION: [string, Field][] = Object.entries(NUTRITION_FIELDS)

/** In the order of the form, named as in JSON. Nutrition values are separate fields. */
const FORM_FIELDS: FormField[] = FIELDS.flatMap(([key, field]) => {
  const { part, section } = field
  if (!part) return []
  const entries = field.kind === 'group' ? NUTRITION : [[key, field] as const]
  return entries.map(([name, one]) => ({ ...one, name: nameOf(name), part, section }))
})

/** The steps of the form, each with its fields by section: first those without one. */
export const PRODUCT_STEPS = Object.entries(FORM_STEPS).map(([name, title]) => {
  const step = name as FormStep
  const fields = FORM_FIELDS.filter(({ part }) => part === step)
  const sections = [...groupBy(fields, ({ section = '' }) => section)]
  return { step, title, fields, sections: sections.map(([name, those]) => ({ title: name, fields: those })) }
})

/** A step by its name in an address or a form; the first for any other name. */
export function stepIn(name: unknown): FormStep {
  return PRODUCT_STEPS.find(({ step }) => step === name)?.step ?? 'what'
}

/** The step with this field of the form. */
function stepOf(field: string): FormStep {
  if (field === 'images') return 'pictures'
  return FORM_FIELDS.find(({ name }) => name === field)?.part ?? 'price'
}

/** The problems of one step, in the order of its fields. */
export function problemsOfStep(step: FormStep, problems: Readonly<Record<string, string>>): string[] {
  return Object.keys(problems).filter((field) => stepOf(field) === step)
}

/**
 * The step with the first problem. That a product cannot go on sale is said at its box, but mended where the label's fields
 * are, so these come first.
 */
export function firstStepWith(problems: Readonly<Record<string, string>>): FormStep | undefined {
  const { is_active: _, ...others } = problems
  const first = Object.keys(others).length > 0 ? others : problems
  return PRODUCT_STEPS.find(({ step }) => problemsOfStep(step, first).length > 0)?.step
}

/** True when something was entered in the step. */
export function isBegun(
  step: FormStep,
  { texts, pictures }: Pick<SentProduct, 'texts' | 'pictures'>,
): boolean {
  if (step === 'pictures') return pictures.length > 0
  return FORM_FIELDS.some(
    ({ name, part }) => part === step && (texts[name] ?? '').trim() !== (BLANK_TEXTS[name] ?? ''),
  )
}

/** The address of a step, with the page's other parameters. A new product's draft is named in it. */
export function stepPath(
  { pathname, search }: { pathname: string; search: string },
  step: FormStep,
  draftId: string | null,
): string {
  const params = new URLSearchParams(search)
  params.delete('done')
  params.set('step', step)
  if (draftId) {
    params.delete('copy')
    params.set('draft', draftId)
  }
  return `${pathname}?${params}`
}

/**
 * Where the form is sent: the address of its step, and the page's own where that is the same step. The router then puts
 * a refused form in place of the page, and only another step into the history.
 */
export function formPath(
  location: { pathname: string; search: string },
  step: FormStep,
  draftId: string | null,
): string {
  const params = new URLSearchParams(location.search)
  const isOwn = stepIn(params.get('step')) === step && (draftId === null || params.get('draft') === draftId)
  return isOwn && !params.has('done')
    ? location.pathname + location.search
    : stepPath(location, step, draftId)
}

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
  return Object.fromEntries(entries.map(([key, field]) => [nameOf(key), textOfField(field, values[key])]))
}

/** Chosen values are in the order of their boxes, as the form sends them. */
function textOfField({ kind, values = [] }: Field, value: unknown): string {
  const isChosen = (one: string) => Array.isArray(value) && value.includes(one)
  return kind === 'checks' ? values.filter(isChosen).join('\n') : toText(kind, value)
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
  /** The step that was shown. */
  step: FormStep
  /** The draft that was shown, at its version; null for none. */
  draft: DraftRef | null
}

/** Reads the product form without checking it. */
export function sentProduct(form: FormData): SentProduct {
  const texts = FORM_FIELDS.map(({ name, kind }) => [
    name,
    kind === 'checks' ? form.getAll(name).join('\n') : textOf(form, name).replaceAll('\r\n', '\n'),
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
    step: stepIn(form.get('step')),
    draft: sentDraft(form),
  }
}

/** Null for none, and for one that the form cannot have shown. */
function sentDraft(form: FormData): DraftRef | null {
  const [id, version] = [textOf(form, 'draft'), Number(textOf(form, 'draft_version'))]
  return isUuid(id) && isCount(version) ? { id, version } : null
}

/** True for a whole number that a column can hold. */
export function isCount(value: number | undefined): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 31
}

/** The form's values as a draft keeps them. */
export function contentOf({ texts, pictures, stockReason, stockNote }: SentProduct): DraftContent {
  return { texts: { ...texts }, pictures, stockReason, stockNote }
}

/** The form's values as the schemas of the use cases take them, but for the category. */
export function sentValues({
  texts,
  pictures,
}: Pick<SentProduct, 'texts' | 'pictures'>): Record<string, unknown> {
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

/** Where a draft has no name yet. */
export const NAMELESS = 'Name of the product'

/** What a product has at the least. */
const LEAST = { name: '', price: NO_MONEY, category: 'meal-mix', slug: '', isActive: false }

/** The product as far as it is entered: a value that breaks its rule counts as empty. */
export function contentSoFar(
  sent: Pick<SentProduct, 'texts' | 'pictures'>,
  category: string | undefined,
): ProductContent & { stockQuantity: number; isActive: boolean } {
  const values: Record<string, unknown> = { ...sentValues(sent), category }
  const entries = FIELDS.map(([key, { schema, empty }]) => {
    const parsed = schema.safeParse(values[key])
    return [key, parsed.success ? parsed.data : (empty ?? LEAST[key as keyof typeof LEAST] ?? null)]
  })
  return Object.fromEntries(entries)
}
