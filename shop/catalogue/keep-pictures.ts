import { recordChange } from '#shop/audit/audit.sql.ts'
import { pictureUrl } from '#shop/catalogue/picture.ts'
import {
  type AddressedPicture,
  dueAddresses,
  forgetRemovedAddresses,
  replaceAddress,
  saveFetched,
  saveProblem,
} from '#shop/catalogue/picture-addresses.sql.ts'
import { removeFiles, storeCopies } from '#shop/catalogue/picture-copies.flow.ts'
import { insertPicture, lockProduct } from '#shop/catalogue/products.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { transact } from '#shop/transaction.ts'

/** The next run comes a minute later. */
const AT_ONCE = 10

/** Stores pictures from other sites as uploads. Failures are retried, five times in all. */
export async function keepPictures(ctx: Ctx): Promise<void> {
  await forgetRemovedAddresses(ctx.db)
  for (const picture of await dueAddresses(ctx.db, ctx.now, AT_ONCE)) {
    if (picture.keptUrl === null) await fetchOne(ctx, picture)
    else await putInPlace(ctx, picture, picture.keptUrl)
  }
}

async function fetchOne(ctx: Ctx, picture: AddressedPicture): Promise<void> {
  const { db, now, remotePictures } = ctx
  const fetched = await remotePictures.fetch(picture.url)
  const stored = fetched.ok ? await storeCopies(ctx, fetched.value) : fetched
  if (!stored.ok) return saveProblem(db, { ...picture, problem: stored.reason, now })
  const kept = stored.value
  const isPut = await putInPlace(ctx, picture, pictureUrl(kept), { ...kept, actorId: null, createdAt: now })
  if (!isPut) await removeFiles(ctx, [kept])
}

/** False when the product no longer names the address. */
async function putInPlace(
  ctx: Ctx,
  { productId, url }: AddressedPicture,
  kept: string,
  row: Parameters<typeof insertPicture>[1] | null = null,
): Promise<boolean> {
  const { now } = ctx
  return transact(ctx, async (db) => {
    const before = await lockProduct(db, productId)
    if (!before || !(await replaceAddress(db, { productId, url, pictureUrl: kept }))) return false
    if (row) await insertPicture(db, row)
    await saveFetched(db, { productId, url, pictureUrl: kept, now })
    const imageUrls = before.imageUrls.map((one) => (one === url ? kept : one))
    const change = { actorId: null, action: 'update', entity: 'product', entityId: productId } as const
    await recordChange(db, { ...change, before, after: { ...before, imageUrls }, now })
    return true
  })
}
