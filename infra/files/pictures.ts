import type { Sharp } from 'sharp'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { semaphore } from '#shop/kernel/semaphore.ts'
import {
  type Photo,
  PICTURE_BYTES_LIMIT,
  PICTURE_PIXELS_LIMIT,
  type PictureRefusal,
  type Pictures,
  type PictureVariant,
} from '#shop/pictures.ts'

/** Loaded with the first picture, so that the shop starts faster. */
const load = async () => (await import('sharp')).default

const MAX_SECONDS = 10
const PHOTO_SIDE = 1600
/** Pictures decoded at once: each may need 200 MB for a moment, and file access shares the same threads. */
const AT_ONCE = 2

/** The decoder of all uploaded pictures. Refuses what is no picture, too large, damaged or too slow to decode. */
export function createPictures(): Pictures {
  const inTurn = semaphore(AT_ONCE)
  return {
    photo: (bytes) => inTurn(() => decoded(bytes, makePhoto)),
    thumbnail: async (bytes, limits) => {
      const made = await inTurn(() => decoded(bytes, (picture) => makeThumbnail(picture, limits)))
      return made.ok && !made.value
        ? err('picture_too_large')
        : (made as Result<PictureVariant, PictureRefusal>)
    },
    variants: (bytes, widths) => inTurn(() => decoded(bytes, (picture) => makeVariants(picture, widths))),
  }
}

async function decoded<Made>(
  bytes: Uint8Array,
  make: (picture: Sharp) => Promise<Made>,
): Promise<Result<Made, PictureRefusal>> {
  if (bytes.length >= PICTURE_BYTES_LIMIT) return err('picture_too_large')
  if (!pictureType(bytes)) return err('not_a_picture')
  const sharp = await load()
  const picture = sharp(bytes, { failOn: 'error', limitInputPixels: PICTURE_PIXELS_LIMIT }).timeout({
    seconds: MAX_SECONDS,
  })
  try {
    return ok(await make(picture.autoOrient()))
  } catch (error) {
    return err(refusalFor(error instanceof Error ? error.message : ''))
  }
}

/** The decoder gives its reason only as text. */
function refusalFor(message: string): PictureRefusal['reason'] {
  if (message.includes('exceeds pixel limit')) return 'picture_has_too_many_pixels'
  return message.includes('timeout') ? 'picture_takes_too_long' : 'picture_damaged'
}

async function makePhoto(picture: Sharp): Promise<Photo> {
  const { data, info } = await picture
    .resize(PHOTO_SIDE, PHOTO_SIDE, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .webp({ quality: 80 })
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  return { bytes: data, contentType: 'image/webp', width, height, perceptualHash: await lookOf(data) }
}

/** Sizes and qualities of a thumbnail, from the best to the smallest. */
const THUMBNAILS = [1, 0.75, 0.5, 0.3].flatMap((size) => [60, 40, 20].map((quality) => ({ size, quality })))

/** Null when even the smallest has too many bytes. */
async function makeThumbnail(
  picture: Sharp,
  { side, maxBytes }: { side: number; maxBytes: number },
): Promise<PictureVariant | null> {
  // Decoded once: a phone's photo takes most of a second.
  const { data: raw, info: whole } = await picture
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const sharp = await load()
  for (const { size, quality } of THUMBNAILS) {
    const within = Math.max(1, Math.round(Math.max(whole.width, whole.height) * size))
    const { data, info } = await sharp(raw, { raw: whole })
      .resize(within, within, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality, effort: 6 })
      .toBuffer({ resolveWithObject: true })
    const { width, height } = info
    if (data.length <= maxBytes) return { bytes: data, contentType: 'image/webp', width, height }
  }
  return null
}

async function makeVariants(picture: Sharp, widths: readonly number[]): Promise<PictureVariant[]> {
  const made: PictureVariant[] = []
  for (const wanted of widths) {
    const fitted = picture.clone().resize({ width: wanted, withoutEnlargement: true })
    for (const type of ['avif', 'webp'] as const) {
      const encoder = type === 'avif' ? fitted.clone().avif({ effort: 2 }) : fitted.clone().webp()
      const { data, info } = await encoder.toBuffer({ resolveWithObject: true })
      made.push({ bytes: data, contentType: `image/${type}`, width: info.width, height: info.height })
    }
  }
  return made
}

/**
 * The difference hash of a picture: it is shrunk to 9 × 8 greys, and each of the 64 bits says whether a grey is
 * lighter than its right neighbour. Scaling, recompression and brightness hardly change it.
 */
async function lookOf(bytes: Uint8Array): Promise<string> {
  const sharp = await load()
  const greys = await sharp(bytes).greyscale().resize(9, 8, { fit: 'fill' }).raw().toBuffer()
  let look = 0n
  for (let row = 0; row < 8; row += 1) {
    for (let column = 0; column < 8; column += 1) {
      const at = row * 9 + column
      look = (look << 1n) | BigInt((greys[at] ?? 0) > (greys[at + 1] ?? 0))
    }
  }
  return look.toString(16).padStart(16, '0')
}

type PictureType = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'

/**
 * The type by the file's first bytes; null for any other, which no decoder gets to see: SVG may hold scripts and
 * references.
 */
function pictureType(bytes: Uint8Array): PictureType | null {
  const text = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString('latin1')
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'gif'
  if (text(4, 12) === 'ftypavif') return 'avif'
  return null
}
