/** The files of photographs of refund requests, with their rows. */
import { randomUUID } from 'node:crypto'
import type { Ctx } from '#shop/ctx.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { MAX_REQUEST_PHOTOS } from '#shop/orders/request-photo.ts'
import { deletePhotos, insertPhotos, photosWithoutRequest } from '#shop/orders/request-photos.sql.ts'
import type { Photo } from '#shop/pictures.ts'

/** The key of a photograph's file. */
export const photoFileKey = (id: string) => `request-photos/${id}.webp`

/** Decodes the sent files, one after another: each may take much memory. `photo` of a refusal: its index. */
export async function readPhotos({ pictures }: Pick<Ctx, 'pictures'>, sent: readonly Uint8Array[]) {
  if (sent.length > MAX_REQUEST_PHOTOS) return err('too_many_photos')
  // Photographs of one moment are listed by their ids: in the order in which they were sent.
  const ids = sent.map(() => randomUUID()).toSorted()
  const read: (Photo & { id: string })[] = []
  for (const [at, bytes] of sent.entries()) {
    const made = await pictures.photo(bytes)
    if (!made.ok) return { ...made, photo: at }
    read.push({ ...made.value, id: ids[at] ?? randomUUID() })
  }
  return ok(read)
}

/** Stores photographs without a request; those that get none within a day are removed. */
export async function storePhotos(
  { db, files, now }: Pick<Ctx, 'db' | 'files' | 'now'>,
  photos: readonly (Photo & { id: string })[],
): Promise<void> {
  if (photos.length === 0) return
  const rows = photos.map(({ id, width, height }) => ({ id, width, height }))
  await insertPhotos(db, rows, { now, removeAfter: new Date(now.getTime() + DAY_MS) })
  for (const { id, bytes, contentType } of photos) await files.put(photoFileKey(id), bytes, contentType)
}

/** Removes files and rows of photographs. Returns the number of rows; others may have removed some at the same moment. */
export async function removePhotos(
  { db, files }: Pick<Ctx, 'db' | 'files'>,
  ids: readonly string[],
): Promise<number> {
  for (const id of ids) await files.remove(photoFileKey(id))
  return deletePhotos(db, ids)
}

/** Removes those of these photographs that got no request. */
export async function removeUnusedPhotos(
  { db, files }: Pick<Ctx, 'db' | 'files'>,
  ids: readonly string[],
): Promise<void> {
  await removePhotos({ db, files }, await photosWithoutRequest(db, ids))
}
