import { fileKey, sharedId, sharedKey } from '#shop/catalogue/picture.ts'
import { widthOfPicture } from '#shop/catalogue/products.read.ts'
import type { Ctx } from '#shop/ctx.ts'
import type { FileStore } from '#shop/files.ts'

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
  const made = widest && (await pictures.shared(widest.bytes))
  if (!made?.ok) return null
  await files.put(sharedKey(id), made.value.bytes, made.value.contentType)
  return files.read(sharedKey(id))
}
