import { randomUUID } from 'node:crypto'
import { fileKey, PICTURE_WIDTHS, type Picture, sharedKey, widthsOf } from '#shop/catalogue/picture.ts'
import type { Ctx } from '#shop/ctx.ts'
import { ok, type Result } from '#shop/kernel/result.ts'
import type { PictureRefusal } from '#shop/pictures.ts'
import { removeUnlessKept } from '#shop/unkept-files.ts'

/** Stores copies under a new id. The caller inserts the row or removes the files. */
export async function storeCopies(
  ctx: Pick<Ctx, 'pictures' | 'files' | 'db' | 'jobs' | 'now'>,
  bytes: Uint8Array,
): Promise<Result<Picture, PictureRefusal>> {
  const made = await ctx.pictures.variants(bytes, PICTURE_WIDTHS)
  if (!made.ok) return made
  const id = randomUUID()
  const copies = made.value.map(({ bytes: copy, contentType, width }) => {
    const key = fileKey(id, width, contentType === 'image/avif' ? 'avif' : 'webp')
    return { key, copy, contentType }
  })
  await removeUnlessKept(ctx, { id, keys: copies.map(({ key }) => key) })
  for (const { key, copy, contentType } of copies) await ctx.files.put(key, copy, contentType)
  const { width, height } = made.value.reduce((most, one) => (one.width > most.width ? one : most))
  return ok({ id, width, height })
}

export async function removeFiles({ files }: Pick<Ctx, 'files'>, pictures: readonly Picture[]) {
  const keys = pictures.flatMap(({ id, width }) => [
    sharedKey(id),
    ...widthsOf(width).flatMap((copy) => [fileKey(id, copy, 'avif'), fileKey(id, copy, 'webp')]),
  ])
  await Promise.all(keys.map((key) => files.remove(key)))
}
