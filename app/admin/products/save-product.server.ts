import { data, redirect, replace } from 'react-router'
import {
  baseOf,
  categoryOf,
  type Entered,
  enteredAtFirst,
  enteredIn,
  openForm,
  problemOf,
  problemsOf,
  productConflict,
  productOf,
  type ShownForm,
  showForm,
  updateValues,
} from '#app/admin/products/product-form.server.ts'
import {
  contentOf,
  type FormPicture,
  firstStepWith,
  isCount,
  productDifferences,
  type SentProduct,
  sentProduct,
  sentValues,
  stepIn,
  stepPath,
} from '#app/admin/products/product-form-data.ts'
import { listPath } from '#app/admin/products/products-list.server.ts'
import type { ShownConflict } from '#app/desk/conflict-panel.tsx'
import { readForm } from '#app/request/form.server.ts'
import type { StaffCtx } from '#app/request/guards.server.ts'
import { PICTURES_AT_ONCE } from '#infra/rate-limits/body-limits.ts'
import { createProduct } from '#shop/catalogue/create-product.ts'
import { type DraftConflict, type DraftGone, type DraftRef, draftContent } from '#shop/catalogue/draft.ts'
import { findDraft } from '#shop/catalogue/drafts.read.ts'
import { createProductInput, updateProductInput } from '#shop/catalogue/input.ts'
import { saveDraft } from '#shop/catalogue/product-drafts.ts'
import type { ProductRecord } from '#shop/catalogue/products.read.ts'
import { storePicture } from '#shop/catalogue/store-picture.ts'
import { updateProduct } from '#shop/catalogue/update-product.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { REFUSALS } from '#shop/refusals.ts'

/** What was sent, and the product that it is about. */
type Sending = { url: URL; product: ProductRecord | null; sent: SentProduct; entered: Entered }
type Problems = Record<string, string>

/**
 * The action of both product pages; `id` is null for a new product. Everything but publishing keeps the form as a draft and
 * goes on to a step. Pictures are stored first, so that they survive a problem with another field.
 */
export async function saveProduct(ctx: StaffCtx, request: Request, url: URL, id: string | null) {
  const form = await readForm(request)
  if (form === 'malformed') throw data(null, { status: 400 })
  if (form === 'too_large') return tooLarge(ctx, url, id)
  const sent = sentProduct(form)
  const product = await productOf(ctx, id)
  const problems = await takePictures(ctx, sent)
  const { pictures, texts, stockReason, stockNote, version, stockShown } = sent
  const base = version === undefined ? null : { version, stockQuantity: stockShown ?? 0 }
  const arranged = rearranged(pictures, String(form.get('picture') ?? ''))
  const entered = { texts, pictures: arranged, stockReason, stockNote, base }
  const sending = { url, product, sent: { ...sent, pictures: arranged }, entered }
  if (form.has('publish')) return publish(ctx, sending, problems)
  if (!['go', 'save', 'picture'].some((name) => form.has(name))) {
    const message = 'This page is out of date. Please reload it and try again.'
    const step = firstStepWith(problems)
    return answer(ctx, sending, { status: 422, message, problems, draft: sent.draft, step })
  }
  const step = form.has('go') ? stepIn(form.get('go')) : sent.step
  return keep(ctx, sending, { problems, step, isAnnounced: form.has('save') })
}

/**
 * The body could not be read, so the form is as it was saved last; with JavaScript the browser keeps what was typed.
 */
async function tooLarge(ctx: StaffCtx, url: URL, id: string | null) {
  const { form } = await openForm(ctx, url, id)
  const problems = { ...form.problems, images: REFUSALS.picture_too_large.en }
  const message = id === null ? 'Failed to add product' : 'Failed to update product'
  return data<ShownForm>({ ...form, step: 'pictures', message, problems }, { status: 413 })
}

type Keeping = { problems: Problems; step: ShownForm['step']; isAnnounced: boolean }

/** Saves the draft, unless nothing was changed, and leads to the step. */
async function keep(ctx: StaffCtx, sending: Sending, { problems, step, isAnnounced }: Keeping) {
  const { url, product, sent } = sending
  const kept = (await isUnchanged(ctx, sending)) ? ok(sent.draft) : await store(ctx, sending)
  if (!kept.ok) return notKept(ctx, sending, kept)
  if (Object.keys(problems).length > 0)
    return answer(ctx, sending, { status: 422, problems, draft: kept.value, step: 'pictures' })
  const path = stepPath(url, step, product ? null : (kept.value?.id ?? null))
  // Another step is another page for Back; the same one is not.
  const lead = step === sent.step ? replace : redirect
  return lead(isAnnounced ? `${path}&done=saved` : path, 303)
}

/** True when the form is as the page showed it, so that looking through its steps makes no draft. */
async function isUnchanged(ctx: StaffCtx, { url, product, sent, entered }: Sending): Promise<boolean> {
  const draft = sent.draft && (await findDraft(ctx.db, sent.draft.id))
  if (sent.draft && draft?.version !== sent.draft.version) return false
  const shown = draft ? enteredIn(draft, product) : await enteredAtFirst(ctx, url, product)
  // Units that were sold meanwhile are no change.
  const isSameStock = entered.texts.stock_quantity === String(entered.base?.stockQuantity)
  const level = isSameStock ? shown.texts.stock_quantity : entered.texts.stock_quantity
  const texts = { ...entered.texts, stock_quantity: level ?? '' }
  const rest = ({ pictures, stockReason, stockNote }: Entered) =>
    JSON.stringify([pictures, stockReason, stockNote])
  return productDifferences(shown.texts, texts).length === 0 && rest(shown) === rest(entered)
}

type NotKept =
  | DraftConflict
  | DraftGone
  | { ok: false; reason: 'too_many_drafts' | 'draft_too_large' }
  | { ok: false; reason: 'invalid'; problems: Problems }

async function store(
  ctx: StaffCtx,
  { product, sent, entered }: Pick<Sending, 'product' | 'sent' | 'entered'>,
): Promise<Result<DraftRef, NotKept>> {
  const content = draftContent.safeParse(contentOf(sent))
  if (!content.success) {
    const problems: Problems = {}
    for (const { path, message } of content.error.issues)
      problems[path[0] === 'texts' ? String(path[1] ?? '') : 'images'] ??= message
    return { ...err('invalid'), problems }
  }
  const { base } = entered
  const saved = await saveDraft(ctx, {
    draft: sent.draft,
    productId: product?.id ?? null,
    productVersion: isCount(base?.version) ? base.version : null,
    stockShown: isCount(base?.stockQuantity) ? base.stockQuantity : null,
    content: content.data,
  })
  if (saved.ok) return saved
  if (saved.reason === 'not_allowed' || saved.reason === 'product_not_found')
    throw data(null, { status: REFUSALS[saved.reason].status })
  return saved
}

/** The form again when its draft could not be saved. Saving once more overwrites another admin's draft. */
async function notKept(ctx: StaffCtx, sending: Sending, refusal: NotKept) {
  const { product, sent } = sending
  if (refusal.reason === 'invalid') {
    const { problems } = refusal
    const step = firstStepWith(problems)
    return answer(ctx, sending, {
      status: 422,
      message: 'The draft was not saved',
      problems,
      draft: sent.draft,
      step,
    })
  }
  const { status, en: message } = REFUSALS[refusal.reason]
  if (refusal.reason !== 'draft_conflict') {
    const draft = refusal.reason === 'draft_not_found' ? null : sent.draft
    return answer(ctx, sending, { status, message, draft })
  }
  const theirs = product
    ? await findDraft(ctx.db, product.id, 'product')
    : sent.draft && (await findDraft(ctx.db, sent.draft.id))
  const conflict: ShownConflict = {
    thing: 'draft',
    by: refusal.by ?? 'Another admin',
    at: refusal.at,
    rows: theirs ? productDifferences(enteredIn(theirs, product).texts, sent.texts) : [],
    reloadTo: stepPath(sending.url, sent.step, product ? null : (theirs?.id ?? null)),
  }
  return answer(ctx, sending, { status, message, draft: theirs, conflict })
}

/** Validates everything and changes the shop. What is refused is kept as a draft, and the answer shows the step concerned. */
async function publish(ctx: StaffCtx, sending: Sending, problems: Problems) {
  const { url, product, sent } = sending
  const message = product ? 'Failed to update product' : 'Failed to add product'
  const done = product ? await update(ctx, sending, product, problems) : await create(ctx, sending, problems)
  if (done.ok) {
    const list = listPath({ url: url.href })
    return replace(`${list}${list.includes('?') ? '&' : '?'}done=${product ? 'updated' : 'added'}`, 303)
  }
  if (done.reason === 'draft_conflict' || done.reason === 'draft_not_found')
    return notKept(ctx, sending, done)
  if (done.reason === 'edit_conflict') return conflicting(ctx, sending, message)
  const kept = await store(ctx, sending)
  if (!kept.ok && kept.reason === 'draft_conflict') return notKept(ctx, sending, kept)
  const draft = kept.ok ? kept.value : sent.draft
  const step = firstStepWith(done.problems)
  return answer(ctx, sending, { status: 422, message, problems: done.problems, draft, step, isAsked: true })
}

type NotPublished =
  | DraftConflict
  | DraftGone
  | { ok: false; reason: 'edit_conflict' }
  | { ok: false; reason: 'problems'; problems: Problems }

async function create(
  ctx: StaffCtx,
  { sent, entered }: Sending,
  problems: Problems,
): Promise<Result<unknown, NotPublished>> {
  const category = await categoryOf(ctx, sent.texts)
  const parsed = createProductInput.safeParse({ ...sentValues(entered), category })
  const found = { ...problems, ...(parsed.success ? {} : problemsOf(parsed.error)) }
  if (!parsed.success || Object.keys(found).length > 0) return { ...err('problems'), problems: found }
  const made = await createProduct(ctx, parsed.data, sent.draft)
  if (made.ok || made.reason === 'draft_conflict' || made.reason === 'draft_not_found') return made
  return { ...err('problems'), problems: problemOf(made) }
}

async function update(
  ctx: StaffCtx,
  { sent, entered }: Sending,
  product: ProductRecord,
  problems: Problems,
): Promise<Result<unknown, NotPublished>> {
  const parsed = updateProductInput.safeParse(updateValues(entered, await categoryOf(ctx, sent.texts)))
  const found = { ...problems, ...(parsed.success ? {} : problemsOf(parsed.error)) }
  if (!parsed.success || Object.keys(found).length > 0) return { ...err('problems'), problems: found }
  const changed = await updateProduct(ctx, product.id, parsed.data, sent.draft)
  if (changed.ok) return changed
  const { reason } = changed
  if (reason === 'draft_conflict' || reason === 'draft_not_found' || reason === 'edit_conflict')
    return changed
  return { ...err('problems'), problems: problemOf(changed) }
}

/** Keeps the typed values; publishing again overwrites the other admin's changes. */
async function conflicting(ctx: StaffCtx, sending: Sending, message: string) {
  const { url, sent, entered } = sending
  const now = await productOf(ctx, sending.product?.id ?? '')
  if (!now) throw data(null, { status: 404 })
  // The draft stays based on the older version, so that whoever opens it later is told, too.
  const kept = sent.draft ? await store(ctx, sending) : ok(null)
  if (!kept.ok && kept.reason === 'draft_conflict') return notKept(ctx, sending, kept)
  const draft = kept.ok ? kept.value : sent.draft
  const conflict = await productConflict(ctx, now, sent.texts, draft?.id ?? null, url)
  const again = { ...sending, entered: { ...entered, base: baseOf(now) } }
  return answer(ctx, again, { status: 409, message, draft, conflict })
}

type Said = {
  status: number
  message?: string
  problems?: Problems
  draft: DraftRef | null
  step?: ShownForm['step'] | undefined
  conflict?: ShownConflict
  isAsked?: boolean
}

/** The form again, with what was typed. */
async function answer(ctx: StaffCtx, { product, sent, entered }: Sending, said: Said) {
  const { status, draft: ref, step = sent.step, conflict = null, ...rest } = said
  const stored = ref && (await findDraft(ctx.db, ref.id))
  const draft = stored && { ...stored, version: ref.version }
  const form = await showForm(ctx, entered, { product, draft, step, ...rest })
  return data<ShownForm>({ ...form, conflict }, { status })
}

/** Stores what was uploaded and adds it, and a typed address, to the pictures of the form. */
async function takePictures(ctx: StaffCtx, sent: SentProduct): Promise<Record<string, string>> {
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
  if (reason === 'not_allowed' || reason === 'product_not_found' || reason === 'too_many_pictures')
    return 'It could not be stored'
  return REFUSALS[reason].en
}

/** The pictures after a step of the form without JavaScript: 'up:2', 'down:0', 'remove:1', or 'add'. */
function rearranged(pictures: readonly FormPicture[], step: string): FormPicture[] {
  const [what, place] = step.split(':')
  const at = Number(place)
  const [taken] = pictures.slice(at, at + 1)
  if (!taken) return [...pictures]
  const rest = pictures.toSpliced(at, 1)
  if (what === 'remove') return rest
  return rest.toSpliced(Math.max(0, what === 'up' ? at - 1 : at + 1), 0, taken)
}
