import { randomUUID } from 'node:crypto'
import {
  fileKey,
  PICTURE_WIDTHS,
  type Picture,
  pictureUrl,
  sharedId,
  sharedKey,
  widthsOf,
} from '#shop/catalogue/picture.ts'
import { widthOfPicture } from '#shop/catalogue/products.read.ts'
import {
  deleteUnusedPictures,
  deleteUnusedPictureUrls,
  insertPicture,
  type LockedProduct,
  listDuePictureUrls,
  lockProduct,
  type RemotePicture,
  recordProduct,
  replacePictureUrl,
  saveFailure,
  saveFetchedPicture,
  updateContent,
} from '#shop/catalogue/products.sql.ts'
import type { Ctx, Db, FileStore } from '#shop/ctx.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { scheduleOrphanRemoval } from '#shop/orphan-files.ts'
import type { PictureRefusal } from '#shop/pictures.ts'
import { inTransaction, transact } from '#shop/transaction.ts'

export type PictureUpload = {
  bytes: Uint8Array
  /** Null when a form will add the picture later. */
  productId: string | null
}

/** A browser may store a draft of the form that names an unused upload. */
const UNUSED_MS = 7 * DAY_MS
const MAX_DELETED = 20
const MAX_PICTURES = 20

/** Stores a picture in several widths and returns its URL. Deletes old unused uploads. */
export async function storePicture(ctx: Ctx, { bytes, productId }: PictureUpload) {
  if (!may(ctx.actor, 'catalogue')) return err('not_allowed')
  // Checked again in the transaction. Here it avoids decoding a picture that would be refused.
  const refusal = productId === null ? null : pictureRefusal(await lockProduct(ctx.db, productId))
  if (refusal) return err(refusal)
  const stored = await storeCopies(ctx, bytes)
  if (!stored.ok) return stored
  const url = pictureUrl(stored.value)
  const actorId = ctx.actor.kind === 'person' ? ctx.actor.id : null
  const result = await inTransaction(ctx, async (db) => {
    await insertPicture(db, { ...stored.value, actorId, createdAt: ctx.now })
    return productId === null ? ok(url) : appendPicture(ctx, db, productId, url)
  })
  if (!result.ok) await removeFiles(ctx, [stored.value])
  const unusedSince = new Date(ctx.now.getTime() - UNUSED_MS)
  await removeFiles(ctx, await deleteUnusedPictures(ctx.db, unusedSince, MAX_DELETED))
  return result
}

function pictureRefusal(product: LockedProduct | null): 'product_not_found' | 'too_many_pictures' | null {
  if (!product) return 'product_not_found'
  return product.imageUrls.length >= MAX_PICTURES ? 'too_many_pictures' : null
}

async function appendPicture(ctx: Ctx, db: Db, productId: string, url: string) {
  const product = await lockProduct(db, productId)
  const refusal = pictureRefusal(product)
  if (!product || refusal) return err(refusal ?? 'product_not_found')
  const imageUrls = [...product.imageUrls, url]
  await updateContent(db, productId, { imageUrls }, ctx.now)
  await recordProduct(db, ctx, 'update', productId, product, { ...product, imageUrls })
  return ok(url)
}

/** The job runs every minute. */
const BATCH_SIZE = 10

/**
 * Fetches pictures from other sites, since pages show only the shop's own. Each picture is tried up to five times;
 * the product's form shows why it failed. Two runs at once do no harm.
 */
export async function storeRemotePictures(ctx: Ctx): Promise<void> {
  await deleteUnusedPictureUrls(ctx.db)
  for (const picture of await listDuePictureUrls(ctx.db, ctx.now, BATCH_SIZE)) {
    if (picture.storedUrl === null) await fetchPicture(ctx, picture)
    else await replaceUrl(ctx, picture, picture.storedUrl)
  }
}

async function fetchPicture(ctx: Ctx, picture: RemotePicture): Promise<void> {
  const { db, now, remotePictures } = ctx
  const fetched = await remotePictures.fetch(picture.url)
  const stored = fetched.ok ? await storeCopies(ctx, fetched.value) : fetched
  if (!stored.ok) return saveFailure(db, { ...picture, problem: stored.reason, now })
  const copy = stored.value
  const isDone = await replaceUrl(ctx, picture, pictureUrl(copy), { ...copy, actorId: null, createdAt: now })
  if (!isDone) await removeFiles(ctx, [copy])
}

/** Replaces the URL by the stored picture's; false if the product no longer has it. */
async function replaceUrl(
  ctx: Ctx,
  { productId, url }: RemotePicture,
  ownUrl: string,
  row: Parameters<typeof insertPicture>[1] | null = null,
): Promise<boolean> {
  const { now } = ctx
  return transact(ctx, async (db) => {
    const product = await lockProduct(db, productId)
    if (!product || !(await replacePictureUrl(db, { productId, url, pictureUrl: ownUrl }))) return false
    if (row) await insertPicture(db, row)
    await saveFetchedPicture(db, { productId, url, pictureUrl: ownUrl, now })
    const imageUrls = product.imageUrls.map((imageUrl) => (imageUrl === url ? ownUrl : imageUrl))
    await recordProduct(db, ctx, 'update', productId, product, { ...product, imageUrls })
    return true
  })
}

/** Returns the picture at a URL of `sharedUrl`, made when it is first opened, or null. */
export async function openSharedPicture(
  { db, files, pictures }: Pick<Ctx, 'db' | 'files' | 'pictures'>,
  path: string,
): ReturnType<FileStore['read']> {
  const id = sharedId(path)
  if (id === null) return null
  const stored = await files.read(sharedKey(id))
  if (stored) return stored
  const width = await widthOfPicture(db, id)
  const widest = width === null ? null : await files.read(fileKey(id, width, 'webp'))
  const shared = widest && (await pictures.shared(widest.bytes))
  if (!shared?.ok) return null
  await files.put(sharedKey(id), shared.value.bytes, shared.value.contentType)
  return files.read(sharedKey(id))
}

/** Stores copies under a new id. The caller inserts the row or removes the files. */
export async function storeCopies(
  ctx: Pick<Ctx, 'pictures' | 'files' | 'db' | 'jobs' | 'now'>,
  bytes: Uint8Array,
): Promise<Result<Picture, PictureRefusal>> {
  const sizes = await ctx.pictures.variants(bytes, PICTURE_WIDTHS)
  if (!sizes.ok) return sizes
  const id = randomUUID()
  const copies = sizes.value.map(({ bytes: copy, contentType, width }) => {
    const key = fileKey(id, width, contentType === 'image/avif' ? 'avif' : 'webp')
    return { key, copy, contentType }
  })
  await scheduleOrphanRemoval(ctx, { id, keys: copies.map(({ key }) => key) })
  for (const { key, copy, contentType } of copies) await ctx.files.put(key, copy, contentType)
  const { width, height } = sizes.value.reduce((widest, copy) => (copy.width > widest.width ? copy : widest))
  return ok({ id, width, height })
}

export async function removeFiles({ files }: Pick<Ctx, 'files'>, pictures: readonly Picture[]) {
  const keys = pictures.flatMap(({ id, width }) => [
    sharedKey(id),
    ...widthsOf(width).flatMap((copy) => [fileKey(id, copy, 'avif'), fileKey(id, copy, 'webp')]),
  ])
  await Promise.all(keys.map((key) => files.remove(key)))
}
