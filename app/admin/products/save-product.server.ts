import { data, redirect } from 'react-router'
import type { z } from 'zod'
import type { ShownConflict } from '#app/admin/kit/conflict-panel.tsx'
import {
  BLANK_TEXTS,
  type FormPicture,
  nameOf,
  type ProductTexts,
  productDifferences,
  type SentProduct,
  sentProduct,
  sentValues,
  textsOf,
} from '#app/admin/products/product-form-data.ts'
import type { AdminCtx } from '#app/request/guards.server.ts'
import { PICTURES_AT_ONCE } from '#infra/rate-limits/body-limits.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { type CreateProductRefusal, createProduct } from '#shop/catalogue/create-product.ts'
import { declarationName, missingMessage } from '#shop/catalogue/declarations.ts'
import { createProductInput, updateProductInput } from '#shop/catalogue/input.ts'
import { findRecord, listCategories, type ProductRecord } from '#shop/catalogue/products.read.ts'
import { storePicture } from '#shop/catalogue/store-picture.ts'
import { type UpdateProductRefusal, updateProduct } from '#shop/catalogue/update-product.ts'
import { REFUSALS } from '#shop/refusals.ts'

/** Another admin saved the product since this form was opened. */
type Conflict = Omit<ShownConflict, 'reloadTo'>

/** The form again: the typed values, their problems, and the current state of the product. */
export type ProductAnswer = {
  message: string
  problems: Record<string, string>
  texts: ProductTexts
  pictures: FormPicture[]
  stock: { reason: string; note: string }
  /** Of the product as it is now; null for a new one. */
  base: { version: number; stockQuantity: number } | null
  conflict: Conflict | null
}

/**
 * The action of both product forms; `id` is null for a new product. Pictures are stored first, so that they
 * survive a problem with another field.
 */
export async function saveProduct(
  ctx: AdminCtx,
  form: FormData | 'malformed' | 'too_large',
  id: string | null,
  backTo: string,
) {
  if (form === 'malformed') throw data(null, { status: 400 })
  if (form === 'too_large') return tooLarge(ctx, id)
  const sent = sentProduct(form)
  const problems = await takePictures(ctx, sent)
  const step = String(form.get('picture') ?? '')
  if (step !== '') {
    const pictures = rearranged(sent.pictures, step)
    return answer({ ...sent, pictures }, { problems, base: baseOf(sent), status: 200 })
  }
  const saved = id === null ? await create(ctx, sent, problems) : await update(ctx, id, sent, problems)
  return saved ?? redirect(withDone(backTo, id === null ? 'added' : 'updated'), 303)
}

/**
 * The body could not be read, so the form is as first opened; with JavaScript the browser keeps what was
 * typed.
 */
async function tooLarge(ctx: AdminCtx, id: string | null) {
  const product = id === null ? null : await findRecord(ctx.db, id, 'all')
  if (id !== null && !product) throw data(null, { status: 404 })
  const opened = product ? formOfProduct(product) : { texts: BLANK_TEXTS, pictures: [], base: null }
  return data<ProductAnswer>(
    {
      ...opened,
      message: product ? 'Failed to update product' : 'Failed to add product',
      problems: { images: REFUSALS.picture_too_large.en },
      stock: { reason: '', note: '' },
      conflict: null,
    },
    { status: 413 },
  )
}

function withDone(path: string, done: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}done=${done}`
}

async function create(ctx: AdminCtx, sent: SentProduct, problems: Record<string, string>) {
  const category = await categoryOf(ctx, sent)
  const parsed = createProductInput.safeParse({ ...sentValues(sent), category })
  const found = { ...problems, ...(parsed.success ? {} : problemsOf(parsed.error)) }
  if (!parsed.success || Object.keys(found).length > 0) {
    return answer(sent, { message: 'Failed to add product', problems: found, base: null })
  }
  const made = await createProduct(ctx, parsed.data)
  if (made.ok) return null
  return answer(sent, { message: 'Failed to add product', problems: problemOf(made), base: null })
}

async function update(ctx: AdminCtx, id: string, sent: SentProduct, problems: Record<string, string>) {
  const before = await findRecord(ctx.db, id, 'all')
  if (!before) throw data(null, { status: 404 })
  const { version, stockShown, stockNote } = sent
  const stockMoves = Number(sent.texts.stock_quantity) !== stockShown
  const parsed = updateProductInput.safeParse({
    ...sentValues(sent),
    category: await categoryOf(ctx, sent),
    version,
    stockShown,
    ...(stockMoves && { stockReason: sent.stockReason, stockNote }),
  })
  const found = { ...problems, ...(parsed.success ? {} : problemsOf(parsed.error)) }
  if (!parsed.success || Object.keys(found).length > 0) {
    return answer(sent, { message: 'Failed to update product', problems: found, base: baseOf(sent) })
  }
  const changed = await updateProduct(ctx, before.id, parsed.data)
  if (changed.ok) return null
  if (changed.reason === 'edit_conflict') return conflicting(ctx, before.id, sent)
  return answer(sent, {
    message: 'Failed to update product',
    problems: problemOf(changed),
    base: baseOf(sent),
  })
}

/** Keeps the typed values; saving again overwrites the other admin's changes. */
async function conflicting(ctx: AdminCtx, id: string, sent: SentProduct) {
  const now = await findRecord(ctx.db, id, 'all')
  if (!now) throw data(null, { status: 404 })
  const [last] = await listChanges(ctx.db, { entity: 'product', entityId: id, limit: 1 })
  const conflict: Conflict = {
    thing: 'product',
    by: last?.actorName ?? 'Another admin',
    at: last?.createdAt ?? now.createdAt,
    rows: productDifferences(textsOf(now), sent.texts),
  }
  return answer(sent, { message: 'Failed to update product', base: now, conflict, status: 409 })
}

type Said = {
  message?: string
  problems?: Record<string, string>
  base: ProductAnswer['base']
  conflict?: Conflict
  status?: number
}

function answer(sent: SentProduct, { message = '', problems = {}, base, conflict, status = 422 }: Said) {
  const { texts, pictures, stockReason, stockNote } = sent
  const stock = { reason: stockReason, note: stockNote }
  const kept = base && { version: base.version, stockQuantity: base.stockQuantity }
  return data<ProductAnswer>(
    { message, problems, texts, pictures, stock, base: kept, conflict: conflict ?? null },
    { status },
  )
}

function baseOf({ version, stockShown }: SentProduct): ProductAnswer['base'] {
  return version === undefined ? null : { version, stockQuantity: stockShown ?? 0 }
}

async function categoryOf(ctx: AdminCtx, { texts }: SentProduct): Promise<string | undefined> {
  return (await listCategories(ctx.db)).find(({ id }) => id === texts.category_id)?.slug
}

/** Stores what was uploaded and adds it, and a typed address, to the pictures of the form. */
async function takePictures(ctx: AdminCtx, sent: SentProduct): Promise<Record<string, string>> {
  const problems: Record<string, string> = {}
  if (sent.files.length > PICTURES_AT_ONCE)
    return { images: `Please upload at most ${PICTURES_AT_ONCE} pictures at a time` }
  for (const file of sent.files) {
    const stored = await storePicture(ctx, {
      bytes: new Uint8Array(await file.arrayBuffer()),
      productId: null,
    })
    if (stored.ok) sent.pictures.push({ url: stored.value, alt: '' })
    else problems.images = `${file.name}: ${pictureProblem(stored.reason)}`
  }
  if (sent.newUrl) sent.pictures.push({ url: sent.newUrl, alt: '' })
  return problems
}

function pictureProblem(reason: Exclude<Awaited<ReturnType<typeof storePicture>>, { ok: true }>['reason']) {
  if (reason === 'not_admin' || reason === 'product_not_found' || reason === 'too_many_pictures')
    return 'It could not be stored'
  return REFUSALS[reason].en
}

/** The pictures after a step of the form without JavaScript: 'up:2', 'down:0', 'remove:1', or 'add'. */
function rearranged(pictures: readonly FormPicture[], step: string): FormPicture[] {
  const [what, place] = step.split(':')
  const at = Number(place)
  const [taken] = pictures.slice(at, at + 1)
  if (what === 'add' || !taken) return [...pictures]
  const rest = pictures.toSpliced(at, 1)
  if (what === 'remove') return rest
  return rest.toSpliced(Math.max(0, what === 'up' ? at - 1 : at + 1), 0, taken)
}

/** Problems by the names of the form's fields; the first one of each field. */
function problemsOf(error: z.ZodError): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const { path, message } of error.issues) problems[fieldAt(path)] ??= message
  return problems
}

function fieldAt(path: readonly PropertyKey[]): string {
  const [first = '', second = ''] = path.map(String)
  if (first === 'imageUrls' || first === 'imageAlts') return 'images'
  return nameOf(first === 'nutrition' ? second : first)
}

type Refusal = CreateProductRefusal | Exclude<UpdateProductRefusal, { reason: 'edit_conflict' }>

function problemOf(refusal: Refusal): Record<string, string> {
  switch (refusal.reason) {
    case 'slug_taken':
      return { slug: 'Another product has this slug' }
    case 'slug_needed':
      return { slug: 'Please enter a slug: none can be made from this name' }
    case 'discount_not_below_price':
      return { discount_price: 'The discount price must be below the price' }
    case 'above_mrp':
      return { mrp: 'The price with tax must not be above the MRP' }
    case 'stock_below_zero':
      return { stock_quantity: 'There isn’t that much left in stock' }
    case 'declarations_missing': {
      const missing = refusal.missing.map((name) => [
        nameOf(name),
        `Please give the ${declarationName(name)}`,
      ])
      return { ...Object.fromEntries(missing), is_active: missingMessage(refusal.missing) }
    }
    case 'product_not_found':
    case 'not_admin':
      throw data(null, { status: refusal.reason === 'not_admin' ? 403 : 404 })
  }
}

/** The form of a saved product. */
export function formOfProduct(product: ProductRecord) {
  const { imageUrls, imageAlts, version, stockQuantity } = product
  return {
    texts: textsOf(product),
    pictures: imageUrls.map((url, at) => ({ url, alt: imageAlts[at] ?? '' })),
    base: { version, stockQuantity },
  }
}
