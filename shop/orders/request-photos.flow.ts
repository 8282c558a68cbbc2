import { randomUUID } from 'node:crypto'
import type { Ctx } from '#shop/ctx.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { MAX_REQUEST_PHOTOS } from '#shop/orders/request-photo.ts'
import { deletePhotos, insertPhotos, photosWithoutRequest } from '#shop/orders/request-photos.sql.ts'
import type { Photo } from '#shop/pictures.ts'

export const photoFileKey = (id: string) => `request-photos/${id}.webp`

/** Decodes files one by one, since each may take much memory. A refusal contains the index of the file as `photo`. */
export async function readPhotos({ pictures }: Pick<Ctx, 'pictures'>, uploads: readonly Uint8Array[]) {
  if (uploads.length > MAX_REQUEST_PHOTOS) return err('too_many_photos')
  // Photographs with equal times are listed by id, so sorting the ids keeps the order of upload.
  const ids = uploads.map(() => randomUUID()).toSorted()
  const photos: (Photo & { id: string })[] = []
  for (const [at, bytes] of uploads.entries()) {
    const decoded = await pictures.photo(bytes)
    if (!decoded.ok) return { ...decoded, photo: at }
    photos.push({ ...decoded.value, id: ids[at] ?? randomUUID() })
  }
  return ok(photos)
}

/** Stores photographs. If no request is attached, they are removed after a day. */
export async function storePhotos(
  { db, files, now }: Pick<Ctx, 'db' | 'files' | 'now'>,
  photos: readonly (Photo & { id: string })[],
): Promise<void> {
  const times = { createdAt: now, removeAfter: new Date(now.getTime() + DAY_MS) }
  const rows = photos.map(({ id, width, height }) => ({ id, width, height, ...times }))
  await insertPhotos(db, rows)
  for (const { id, bytes, contentType } of photos) await files.put(photoFileKey(id), bytes, contentType)
}

export async function removePhotos({ db, files }: Pick<Ctx, 'db' | 'files'>, ids: readonly string[]) {
  for (const id of ids) await files.remove(photoFileKey(id))
  return deletePhotos(db, ids)
}

export async function removeUnusedPhotos({ db, files }: Pick<Ctx, 'db' | 'files'>, ids: readonly string[]) {
  await removePhotos({ db, files }, await photosWithoutRequest(db, ids))
}
