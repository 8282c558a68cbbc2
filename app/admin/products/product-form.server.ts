import { data, type RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import type { ProductFormProps } from '#app/admin/products/product-form.tsx'
import {
  BLANK_TEXTS,
  contentSoFar,
  isBegun,
  NAMELESS,
  nameOf,
  PRODUCT_STEPS,
  type ProductTexts,
  problemsOfStep,
  productDifferences,
  type SentProduct,
  sentValues,
  stepIn,
  textsOf,
} from '#app/admin/products/product-form-data.ts'
import { listPath } from '#app/admin/products/products-list.server.ts'
import type { ShownConflict } from '#app/desk/conflict-panel.tsx'
import { PRODUCTS } from '#app/desk/paths.ts'
import { deliveryNow } from '#app/legal/delivery-texts.server.ts'
import { requestContext } from '#app/request/context.server.ts'
import { doneNotice } from '#app/request/form.server.ts'
import { type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import type { CreateProductRefusal } from '#shop/catalogue/create-product.ts'
import { contentRefusal, declarationName, missingMessage } from '#shop/catalogue/declarations.ts'
import type { SavedDraft } from '#shop/catalogue/draft.ts'
import { findDraft } from '#shop/catalogue/drafts.read.ts'
import { createProductInput, updateProductInput } from '#shop/catalogue/input.ts'
import { pictureProblems } from '#shop/catalogue/picture-addresses.read.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { findRecord, listCategories, type ProductRecord } from '#shop/catalogue/products.read.ts'
import type { UpdateProductRefusal } from '#shop/catalogue/update-product.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { numberIn } from '#shop/kernel/typed-number.ts'

/** The form as a page shows it, but for the categories. */
export type ShownForm = Omit<ProductFormProps, 'categories'> & {
  message: string
  conflict: ShownConflict | null
}

type Problems = Record<string, string>

/** The values of a form: what a product is saved with, what a draft holds, or what was just sent. */
export type Entered = Pick<SentProduct, 'texts' | 'pictures' | 'stockReason' | 'stockNote'> & {
  base: ShownForm['base']
}

const NOTHING: Entered = { texts: BLANK_TEXTS, pictures: [], stockReason: '', stockNote: '', base: null }

/** The product of a form; null for a new one. Throws 404 when there is none with this id. */
export async function productOf(ctx: StaffCtx, id: string | null): Promise<ProductRecord | null> {
  if (id === null) return null
  const product = isUuid(id) ? await findRecord(ctx.db, id, 'all') : null
  if (!product) throw data(null, { status: 404 })
  return product
}

/** The form without a draft: the product's, that of a copy, or an empty one. */
export async function enteredAtFirst(
  ctx: StaffCtx,
  url: URL,
  product: ProductRecord | null,
): Promise<Entered> {
  if (product) return enteredOf(product)
  const copied = url.searchParams.get('copy')
  if (!copied) return NOTHING
  const original = await findRecord(ctx.db, copied, 'all')
  if (!original) throw data(null, { status: 404 })
  return copyOf(original)
}

function enteredOf(product: ProductRecord): Entered {
  const { imageUrls, imageAlts, version, stockQuantity } = product
  return {
    ...NOTHING,
    texts: textsOf(product),
    pictures: imageUrls.map((url, at) => ({ url, alt: imageAlts[at] ?? '' })),
    base: { version, stockQuantity },
  }
}

/** The form of a copy: what names or counts one product alone is empty, and it is not on sale. Pictures are shared. */
function copyOf(product: ProductRecord): Entered {
  const { texts, pictures } = enteredOf(product)
  const own = {
    name: `Copy of ${product.name}`.slice(0, 120),
    slug: '',
    barcode: '',
    stock_quantity: '0',
    is_active: '',
  }
  return { ...NOTHING, texts: { ...texts, ...own }, pictures }
}

/** What a draft holds. A stock level that was left as shown follows the present one. */
export function enteredIn(draft: SavedDraft, product: ProductRecord | null): Entered {
  const { content, productVersion, stockShown } = draft
  const texts: ProductTexts = { ...BLANK_TEXTS, ...content.texts }
  if (!product) return { ...content, texts, base: null }
  const shown = stockShown ?? product.stockQuantity
  const isLeft = texts.stock_quantity?.trim() === String(shown)
  const stockQuantity = isLeft ? product.stockQuantity : shown
  return {
    ...content,
    texts: isLeft ? { ...texts, stock_quantity: String(stockQuantity) } : texts,
    base: { version: productVersion ?? product.version, stockQuantity },
  }
}

/** The loader of both pages: the form, and what its live view shows besides what is typed. */
export async function openPage(context: Readonly<RouterContextProvider>, url: URL, id: string | null) {
  const { own, ...page } = await openForm(context.get(staffContext), url, id)
  const request = context.get(requestContext)
  const shop = { own, delivery: await deliveryNow(request), offers: request.ctx.config.offers }
  return { ...page, shop }
}

/** The saved draft, if there is one, at the step that the address names. */
export async function openForm(ctx: StaffCtx, url: URL, id: string | null) {
  const product = await productOf(ctx, id)
  const params = url.searchParams
  const named = params.get('draft')
  const draft = product
    ? await findDraft(ctx.db, product.id, 'product')
    : named
      ? await findDraft(ctx.db, named)
      : null
  if (!product && named && draft?.productId !== null) throw data(null, { status: 404 })
  const entered = draft ? enteredIn(draft, product) : await enteredAtFirst(ctx, url, product)
  const isOutdated = product && draft && draft.productVersion !== product.version
  const conflict = isOutdated ? await productConflict(ctx, product, entered.texts, draft.id, url) : null
  const [form, categories] = await Promise.all([
    showForm(ctx, entered, { product, draft, step: stepIn(params.get('step')) }),
    listCategories(ctx.db),
  ])
  return {
    // Who sees the newer version beside the draft may overwrite it.
    form: { ...form, base: isOutdated ? baseOf(product) : form.base, conflict },
    categories,
    own: ownOf(ctx, product, draft),
    closeTo: listPath({ url: url.href }),
    done: doneNotice({ url: url.href }, { saved: 'Draft saved' }),
  }
}

/** What a product has that nobody types. */
function ownOf({ now }: StaffCtx, product: ProductRecord | null, draft: SavedDraft | null) {
  const saved = product ?? { id: draft?.id ?? '', number: 0, version: 0, createdAt: now, ...UNREVIEWED }
  const { id, number, version, createdAt, isBestseller, rating, reviewCount, isSampleRating } = saved
  return { id, number, version, createdAt, isBestseller, rating, reviewCount, isSampleRating }
}

/** A draft as the product that it will be. */
export async function productOfDraft(ctx: StaffCtx, draft: SavedDraft): Promise<Product> {
  const product = await productOf(ctx, draft.productId)
  const entered = enteredIn(draft, product)
  const content = contentSoFar(entered, await categoryOf(ctx, entered.texts))
  return { ...content, ...ownOf(ctx, product, draft), name: content.name || NAMELESS }
}

const UNREVIEWED = { isBestseller: false, rating: null, reviewCount: 0, isSampleRating: false }

export function baseOf({ version, stockQuantity }: ProductRecord): ShownForm['base'] {
  return { version, stockQuantity }
}

type Showing = {
  product: ProductRecord | null
  draft: Pick<SavedDraft, 'id' | 'version' | 'savedBy' | 'savedAt'> | null
  step: ShownForm['step']
  message?: string
  /** Found besides those that the form has anyway. */
  problems?: Problems
  /** Publishing was tried: steps that were not begun show their problems, too. */
  isAsked?: boolean
}

/** The form with the problems of the steps that were begun. */
export async function showForm(
  ctx: StaffCtx,
  { texts, pictures, stockReason, stockNote, base }: Entered,
  { product, draft, step, message = '', problems: more = {}, isAsked = false }: Showing,
): Promise<ShownForm> {
  const sent = { texts, pictures, stockReason, stockNote, base }
  const problems = { ...(await problemsIn(ctx, sent, product)), ...more }
  const failed = product ? await pictureProblems(ctx.db, product.id) : new Map<string, string>()
  const shownPictures = pictures.map((picture) => ({ ...picture, problem: failed.get(picture.url) ?? '' }))
  const shownSteps = PRODUCT_STEPS.filter(({ step: one }) => isAsked || isBegun(one, sent))
  const shown = shownSteps.flatMap(({ step: one }) => problemsOfStep(one, problems))
  return {
    ...{ step, message, texts, pictures: shownPictures, base, conflict: null },
    stock: { reason: stockReason, note: stockNote },
    problems: Object.fromEntries(
      Object.entries(problems).filter(([name]) => shown.includes(name) || name in more),
    ),
    draft: draft && {
      ...{ id: draft.id, version: draft.version, savedBy: draft.savedBy, savedAt: draft.savedAt },
    },
  }
}

/** What publishing would refuse, as far as it can be told before. */
async function problemsIn(ctx: StaffCtx, entered: Entered, product: ProductRecord | null): Promise<Problems> {
  const category = await categoryOf(ctx, entered.texts)
  const found = product
    ? updateProductInput.safeParse(updateValues(entered, category))
    : createProductInput.safeParse({ ...sentValues(entered), category })
  const problems = found.success ? {} : problemsOf(found.error)
  if (['price', 'discount_price', 'mrp'].some((name) => name in problems)) return problems
  const refusal = contentRefusal(product, contentSoFar(entered, category), ctx.config.taxes)
  return refusal ? { ...problemOf(refusal), ...problems } : problems
}

/** The values of a change as the use case takes them. */
export function updateValues(entered: Entered, category: string | undefined): Record<string, unknown> {
  const { texts, base, stockReason, stockNote } = entered
  const stockMoves = numberIn(texts.stock_quantity ?? '') !== base?.stockQuantity
  return {
    ...sentValues(entered),
    category,
    version: base?.version,
    stockShown: base?.stockQuantity,
    ...(stockMoves && { stockReason, stockNote }),
  }
}

export async function categoryOf(ctx: StaffCtx, texts: ProductTexts): Promise<string | undefined> {
  return (await listCategories(ctx.db)).find(({ id }) => id === texts.category_id)?.slug
}

/**
 * Another admin saved the product since the form or its draft was begun. The saved version is reached by giving up the draft,
 * which is asked first.
 */
export async function productConflict(
  ctx: StaffCtx,
  product: ProductRecord,
  texts: ProductTexts,
  draftId: string | null,
  url: URL,
): Promise<ShownConflict> {
  const [last] = await listChanges(ctx.db, { entity: 'product', entityId: product.id, limit: 1 })
  const { pathname, search } = url
  return {
    thing: 'product',
    by: last?.actorName ?? 'Another admin',
    at: last?.createdAt ?? product.createdAt,
    rows: productDifferences(textsOf(product), texts),
    reloadTo: draftId ? `${PRODUCTS}?drop=${draftId}` : pathname + search,
  }
}

/** Problems by the names of the form's fields; the first one of each field. */
export function problemsOf(error: z.ZodError): Problems {
  const problems: Problems = {}
  for (const { path, message } of error.issues) problems[fieldAt(path)] ??= message
  return problems
}

function fieldAt(path: readonly PropertyKey[]): string {
  const [first = '', second = ''] = path.map(String)
  if (first === 'imageUrls' || first === 'imageAlts') return 'images'
  return nameOf(first === 'nutrition' ? second : first)
}

type Refusal = CreateProductRefusal | Exclude<UpdateProductRefusal, { reason: 'edit_conflict' }>

/** A refusal of the use cases as problems of the form's fields. */
export function problemOf(refusal: Refusal): Problems {
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
    case 'not_allowed':
      throw data(null, { status: refusal.reason === 'not_allowed' ? 403 : 404 })
  }
}
