import { data, replace } from 'react-router'
import type { ShownForm } from '#app/admin/products/product-editor.tsx'
import {
  inputOf,
  type Problems,
  problemOf,
  problemsOf,
  productOf,
  type SaveRefusal,
  showForm,
} from '#app/admin/products/product-form.server.ts'
import {
  type FormPicture,
  type ProductValues,
  productDifferences,
  readProductForm,
  textsOf,
  withStock,
} from '#app/admin/products/product-form-data.ts'
import { listBehind } from '#app/desk/pager.tsx'
import { PRODUCTS } from '#app/desk/paths.ts'
import { readForm } from '#app/request/form.server.ts'
import { orNotFound, type StaffCtx } from '#app/request/guards.server.ts'
import { PICTURES_AT_ONCE } from '#infra/rate-limits/body-limits.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { createProduct, updateProduct } from '#shop/catalogue/change-products.ts'
import { createProductInput, updateProductInput } from '#shop/catalogue/input.ts'
import { PRODUCT_FILTERS } from '#shop/catalogue/listing.ts'
import { storePicture } from '#shop/catalogue/product-pictures.ts'
import type { ProductRecord } from '#shop/catalogue/products.read.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { REFUSALS } from '#shop/refusals.ts'

/**
 * Saves the form of both product pages; `id` is null for a new product. Pictures are stored first, so that a problem
 * with another field does not lose them. The buttons of the pictures do not save the product and return the form.
 */
export async function saveProduct(ctx: StaffCtx, request: Request, url: URL, id: string | null) {
  const form = await readForm(request)
  if (form === 'malformed') throw data(null, { status: 400 })
  const product = await productOf(ctx, id)
  const message = product ? 'Failed to update product' : 'Failed to add product'
  const answer = async (status: number, values: ProductValues, more: Partial<ShownForm>) =>
    data<Partial<ShownForm>>({ ...(await showForm(ctx, values, product)), ...more }, { status })
  if (form === 'too_large') {
    const problems = { images: REFUSALS.picture_too_large.en }
    return data<Partial<ShownForm>>({ message, problems, conflict: null }, { status: 413 })
  }
  const { values, problem } = await withPictures(ctx, form)
  const problems: Problems = problem ? { images: problem } : {}
  if (form.has('picture')) return answer(problem ? 422 : 200, values, { problems })
  const saved = await save(ctx, product, values, problems)
  if (saved.ok) {
    const { id: savedId, version } = saved.value
    const done = { done: product ? 'updated' : 'added', version: String(version) }
    return replace(listBehind({ url: url.href }, `${PRODUCTS}/${savedId}`, PRODUCT_FILTERS, done), 303)
  }
  if (saved.reason === 'invalid') return answer(422, values, { message, problems: saved.problems })
  const stored = orNotFound(await productOf(ctx, id))
  const mine = withStock(values, stored.stockQuantity)
  // Saving again then overwrites the other version.
  const base = { version: stored.version, stockQuantity: stored.stockQuantity }
  const conflict = await conflictWith(ctx, stored, mine, url)
  return answer(409, { ...mine, base }, { message, conflict })
}

async function save(ctx: StaffCtx, product: ProductRecord | null, values: ProductValues, more: Problems) {
  const input = await inputOf(ctx, values)
  const invalid = (problems: Problems) => ({ ...err('invalid'), problems: { ...more, ...problems } })
  const invalidBy = (refusal: SaveRefusal) => invalid(problemOf(refusal))
  const arePicturesStored = Object.keys(more).length === 0
  if (product) {
    const parsed = updateProductInput.safeParse(input)
    if (!parsed.success) return invalid(problemsOf(parsed.error))
    if (!arePicturesStored) return invalid({})
    const changed = await updateProduct(ctx, product.id, parsed.data)
    if (changed.ok) return ok({ id: product.id, version: (parsed.data.version ?? product.version) + 1 })
    return changed.reason === 'edit_conflict' ? changed : invalidBy(changed)
  }
  const parsed = createProductInput.safeParse(input)
  if (!parsed.success) return invalid(problemsOf(parsed.error))
  if (!arePicturesStored) return invalid({})
  const created = await createProduct(ctx, parsed.data)
  return created.ok ? ok({ id: created.value, version: 1 }) : invalidBy(created)
}

/** Returns both versions of a product that another admin has saved since the form was opened. */
async function conflictWith(
  ctx: StaffCtx,
  stored: ProductRecord,
  { texts }: ProductValues,
  { pathname, search }: URL,
): Promise<ShownForm['conflict']> {
  const [last] = await listChanges(ctx.db, { entity: 'product', entityId: stored.id, limit: 1 })
  return {
    recordKind: 'product',
    by: last?.actorName ?? 'Another admin',
    at: last?.createdAt ?? stored.createdAt,
    rows: productDifferences(textsOf(stored), texts),
    reloadTo: pathname + search,
  }
}

/** Reads a form's values, stores its uploads, and applies the pressed button to the list of pictures. */
async function withPictures(ctx: StaffCtx, form: FormData) {
  const { newUrl, pictures, ...values } = readProductForm(form)
  const files = form.getAll('images').filter((file): file is File => file instanceof File && file.size > 0)
  let problem: string | null = null
  if (files.length > PICTURES_AT_ONCE)
    problem = `Please upload at most ${PICTURES_AT_ONCE} pictures at a time`
  else
    for (const file of files) {
      const bytes = new Uint8Array(await file.arrayBuffer())
      const picture = await storePicture(ctx, { bytes, productId: null })
      if (picture.ok) pictures.push({ url: picture.value, alt: '' })
      else problem = `${file.name}: ${pictureProblem(picture.reason)}`
    }
  if (newUrl) pictures.push({ url: newUrl, alt: '' })
  const arranged = applyPictureButton(pictures, String(form.get('picture') ?? ''))
  return { values: { ...values, newUrl: '', pictures: arranged }, problem }
}

function pictureProblem(reason: Exclude<Awaited<ReturnType<typeof storePicture>>, { ok: true }>['reason']) {
  if (reason === 'not_allowed' || reason === 'product_not_found' || reason === 'too_many_pictures')
    return 'The picture could not be stored'
  return REFUSALS[reason].en
}

/** Applies a button of the pictures. Without JavaScript, buttons send 'up:2', 'down:0', 'remove:1' or 'add'. */
function applyPictureButton(pictures: readonly FormPicture[], button: string): FormPicture[] {
  const [action, index] = button.split(':')
  const at = Number(index)
  const [picture] = pictures.slice(at, at + 1)
  if (!picture) return [...pictures]
  const others = pictures.toSpliced(at, 1)
  if (action === 'remove') return others
  return others.toSpliced(Math.max(0, action === 'up' ? at - 1 : at + 1), 0, picture)
}
