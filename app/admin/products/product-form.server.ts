import { data, type RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import type { ShownForm } from '#app/admin/products/product-editor.tsx'
import {
  BLANK_TEXTS,
  inputFrom,
  nameOf,
  type ProductTexts,
  type ProductValues,
  textsOf,
} from '#app/admin/products/product-form-data.ts'
import { listBehind } from '#app/desk/pager.tsx'
import { PRODUCTS } from '#app/desk/paths.ts'
import { doneNotice } from '#app/request/form.server.ts'
import { orNotFound, type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import type { createProduct, updateProduct } from '#shop/catalogue/change-products.ts'
import { declarationName, missingDeclarations, missingMessage } from '#shop/catalogue/declarations.ts'
import { PRODUCT_FILTERS } from '#shop/catalogue/listing.ts'
import {
  findRecord,
  listCategories,
  type ProductRecord,
  pictureProblems,
} from '#shop/catalogue/products.read.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import type { RefusalOf } from '#shop/kernel/result.ts'
import { numberIn } from '#shop/kernel/typed-number.ts'

export type Problems = Record<string, string>

const EMPTY_FORM: ProductValues = {
  ...{ texts: BLANK_TEXTS, pictures: [], newUrl: '', base: null, stockReason: '', stockNote: '' },
}

/** Returns the product of a form, or null for a new one. Throws 404 if no product has the id. */
export async function productOf(ctx: StaffCtx, id: string | null): Promise<ProductRecord | null> {
  return id === null ? null : orNotFound(isUuid(id) && (await findRecord(ctx.db, id, 'all')))
}

/** Returns the values of the saved product. Without a product, returns those of a copy or of an empty form. */
async function savedValues(ctx: StaffCtx, url: URL, product: ProductRecord | null) {
  if (product) return valuesOf(product)
  const originalId = url.searchParams.get('copy')
  if (!originalId) return EMPTY_FORM
  return copyOf(orNotFound(await findRecord(ctx.db, originalId, 'all')))
}

function valuesOf(product: ProductRecord): ProductValues {
  const { imageUrls, imageAlts, version, stockQuantity } = product
  return {
    ...EMPTY_FORM,
    texts: textsOf(product),
    pictures: imageUrls.map((url, at) => ({ url, alt: imageAlts[at] ?? '' })),
    base: { version, stockQuantity },
  }
}

/** Returns the form of a copy: inactive, without slug, barcode and stock. Both products use the same pictures. */
function copyOf(product: ProductRecord): ProductValues {
  const { texts, pictures } = valuesOf(product)
  const changes = {
    name: `Copy of ${product.name}`.slice(0, 120),
    slug: '',
    barcode: '',
    stock_quantity: '0',
    is_active: '',
  }
  return { ...EMPTY_FORM, texts: { ...texts, ...changes }, pictures }
}

const DONE = { added: 'Product added', updated: 'Product updated' }

export async function loadEditor(context: Readonly<RouterContextProvider>, url: URL, id: string | null) {
  const ctx = context.get(staffContext)
  const product = await productOf(ctx, id)
  const [form, categories] = await Promise.all([
    showForm(ctx, await savedValues(ctx, url, product), product),
    listCategories(ctx.db),
  ])
  return {
    form,
    categories,
    missing:
      product && !product.isActive
        ? missingDeclarations(product).map((key) => ({ name: nameOf(key), label: declarationName(key) }))
        : null,
    isArchived: Boolean(product?.archivedAt),
    closeTo: listBehind({ url: url.href }, PRODUCTS, PRODUCT_FILTERS),
    done: doneNotice({ url: url.href }, DONE),
  }
}

/** Returns the form with these values, and the reasons why pictures could not be fetched. */
export async function showForm(
  ctx: StaffCtx,
  values: ProductValues,
  product: ProductRecord | null,
): Promise<ShownForm> {
  const errors = product ? await pictureProblems(ctx.db, product.id) : new Map<string, string>()
  const pictures = values.pictures.map((picture) => ({ ...picture, problem: errors.get(picture.url) ?? '' }))
  return { ...values, pictures, message: '', problems: {}, conflict: null }
}

export async function inputOf(ctx: StaffCtx, values: ProductValues): Promise<Record<string, unknown>> {
  const { texts, base, stockReason, stockNote } = values
  const input = { ...inputFrom(values), category: await categoryOf(ctx, texts) }
  if (!base) return input
  const isStockChanged = numberIn(texts.stock_quantity ?? '') !== base.stockQuantity
  const revision = { version: base.version, stockShown: base.stockQuantity }
  return { ...input, ...revision, ...(isStockChanged && { stockReason, stockNote }) }
}

async function categoryOf(ctx: StaffCtx, texts: ProductTexts): Promise<string | undefined> {
  return (await listCategories(ctx.db)).find(({ id }) => id === texts.category_id)?.slug
}

/** Returns the first problem of each form field. */
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

export type SaveRefusal =
  | RefusalOf<typeof createProduct>
  | Exclude<RefusalOf<typeof updateProduct>, { reason: 'edit_conflict' }>

export function problemOf(refusal: SaveRefusal): Problems {
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
      return { stock_quantity: 'Stock has changed in the meantime: this number would take it below zero' }
    case 'declarations_missing': {
      const missing = refusal.missing.map((name) => [
        nameOf(name),
        `Please give the ${declarationName(name)}`,
      ])
      return { is_active: missingMessage(refusal.missing), ...Object.fromEntries(missing) }
    }
    case 'product_not_found':
    case 'not_allowed':
      throw data(null, { status: refusal.reason === 'not_allowed' ? 403 : 404 })
  }
}
