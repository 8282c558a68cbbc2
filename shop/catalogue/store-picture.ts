import { recordChange } from '#shop/audit/audit.sql.ts'
import { pictureUrl } from '#shop/catalogue/picture.ts'
import { removeFiles, storeCopies } from '#shop/catalogue/picture-copies.flow.ts'
import {
  deleteUnusedPictures,
  insertPicture,
  type LockedProduct,
  lockProduct,
  updateContent,
} from '#shop/catalogue/products.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

export type SentPicture = {
  bytes: Uint8Array
  /** Null when a form will add the picture later. */
  productId: string | null
}

/** A browser may keep the text of a form that names an unused upload. */
const UNUSED_MS = 7 * DAY_MS
const SWEPT = 20
const MAX_PICTURES = 20

/** Stores a picture in several widths and returns its URL. Deletes old unused uploads. */
export async function storePicture(ctx: Ctx, { bytes, productId }: SentPicture) {
  if (!may(ctx.actor, 'catalogue')) return err('not_allowed')
  // Checked again in the transaction. Here it avoids decoding a picture that would be refused.
  const refusal = productId === null ? null : pictureRefusal(await lockProduct(ctx.db, productId))
  if (refusal) return err(refusal)
  const stored = await storeCopies(ctx, bytes)
  if (!stored.ok) return stored
  const url = pictureUrl(stored.value)
  const actorId = ctx.actor.kind === 'person' ? ctx.actor.id : null
  const added = await inTransaction(ctx, async (db) => {
    await insertPicture(db, { ...stored.value, actorId, createdAt: ctx.now })
    return productId === null ? ok(url) : append(ctx, db, productId, url)
  })
  if (!added.ok) await removeFiles(ctx, [stored.value])
  await removeFiles(ctx, await deleteUnusedPictures(ctx.db, new Date(ctx.now.getTime() - UNUSED_MS), SWEPT))
  return added
}

function pictureRefusal(product: LockedProduct | null): 'product_not_found' | 'too_many_pictures' | null {
  if (!product) return 'product_not_found'
  return product.imageUrls.length >= MAX_PICTURES ? 'too_many_pictures' : null
}

async function append(ctx: Ctx, db: Db, productId: string, url: string) {
  const before = await lockProduct(db, productId)
  const refusal = pictureRefusal(before)
  if (!before || refusal) return err(refusal ?? 'product_not_found')
  const after: LockedProduct = { ...before, imageUrls: [...before.imageUrls, url] }
  await updateContent(db, productId, { imageUrls: after.imageUrls }, ctx.now)
  const actorId = ctx.actor.kind === 'person' ? ctx.actor.id : null
  const change = { actorId, action: 'update', entity: 'product', entityId: productId } as const
  await recordChange(db, { ...change, before, after, now: ctx.now })
  return ok(url)
}
