import { PICTURE_BYTES_LIMIT, PICTURE_PIXELS_LIMIT } from '#shop/pictures.ts'

const MAX_SIDE_PIXELS = 1600

export type ShrinkResult =
  | { ok: true; bytes: Blob }
  | { ok: false; problem: 'not_an_image' | 'too_large' | 'too_many_pixels' }

/** Scales a photo to a JPEG of at most 1600 pixels per side. Refuses undecodable and too large pictures. */
export async function shrink(file: File): Promise<ShrinkResult> {
  // Other types may be declared wrongly, so the browser detects the format by the bytes.
  if (file.type === 'image/svg+xml' || file.size === 0) return { ok: false, problem: 'not_an_image' }
  const pixels = await pixelsOf(file)
  if (pixels > PICTURE_PIXELS_LIMIT) return { ok: false, problem: 'too_many_pixels' }
  const picture =
    pixels && (await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null))
  if (!picture) return { ok: false, problem: file.size >= PICTURE_BYTES_LIMIT ? 'too_large' : 'not_an_image' }
  const scale = Math.min(1, MAX_SIDE_PIXELS / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  // Needed because JPEG turns transparent pixels black.
  const context = canvas.getContext('2d')
  if (!context) return { ok: false, problem: 'not_an_image' }
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const bytes = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.82))
  if (!bytes || bytes.size >= PICTURE_BYTES_LIMIT) return { ok: false, problem: 'too_large' }
  return { ok: true, bytes }
}

/** Returns the picture, shrunk if it is too large for the shop; null if it cannot be shrunk. */
export async function lightPicture(file: File): Promise<Blob | null> {
  if (file.size < PICTURE_BYTES_LIMIT) return file
  const shrunk = await shrink(file)
  return shrunk.ok ? shrunk.bytes : null
}

/** Returns how many pixels a picture declares, without decoding it. Returns 0 if it is not a picture. */
async function pixelsOf(file: File): Promise<number> {
  const image = new Image()
  image.src = URL.createObjectURL(file)
  await new Promise((resolve) => {
    image.onload = resolve
    image.onerror = resolve
  })
  URL.revokeObjectURL(image.src)
  return image.naturalWidth * image.naturalHeight
}
