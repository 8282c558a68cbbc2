import type { Metadata, Sharp } from 'sharp'
import { SHARED_SIZE } from '#shop/catalogue/picture.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { semaphore } from '#shop/kernel/semaphore.ts'
import {
  type Photo,
  PICTURE_BYTES_LIMIT,
  PICTURE_PIXELS_LIMIT,
  type PictureRefusal,
  type Pictures,
  type PictureVariant,
  pictureType,
} from '#shop/pictures.ts'

/** Loads the library with the first picture, so that the shop starts faster. */
const load = async () => {
  const { default: sharp } = await import('sharp')
  // A cache would not help: no picture is decoded twice.
  sharp.cache(false)
  return sharp
}

const MAX_SECONDS = 10
const PHOTO_SIDE = 1600
/** The costliest accepted picture needs 140 MB for a moment. */
const MAX_CONCURRENT = 1
/** In pixels, for interlaced PNGs and pictures with 16 bits per colour. */
const DETAILED_PIXELS_LIMIT = 4_000_000
/** In decoded bytes, for formats that are decoded as a whole. Their decoders need twice as much memory. */
const WHOLE_BYTES_LIMIT = 52_000_000
/** In decoded bytes, for AVIF. Its decoder needs five times as much memory. */
const AVIF_BYTES_LIMIT = 26_000_000
/** A copy of 1200 × 2000 pixels. The AVIF encoder needs 60 bytes for each pixel. */
const COPY_PIXELS_LIMIT = 2_400_000

/** Refuses files that are no pictures, too large, damaged or too slow to decode. */
export function createPictures(): Pictures {
  const inTurn = semaphore(MAX_CONCURRENT)
  return {
    photo: (bytes) => inTurn(() => decode(bytes, makePhoto)),
    thumbnail: async (bytes, limits) => {
      const result = await inTurn(() => decode(bytes, (picture) => makeThumbnail(picture, limits)))
      return result.ok && !result.value
        ? err('picture_too_large')
        : (result as Result<PictureVariant, PictureRefusal>)
    },
    shared: (bytes) => inTurn(() => decode(bytes, makeShared)),
    variants: (bytes, widths) => {
      const widest = Math.max(...widths)
      return inTurn(() => decode(bytes, (picture) => makeVariants(picture, widths, widest), widest))
    },
  }
}

async function decode<Copy>(bytes: Uint8Array, make: (picture: Sharp) => Promise<Copy>, widest = 0) {
  if (bytes.length >= PICTURE_BYTES_LIMIT) return err('picture_too_large')
  if (!pictureType(bytes)) return err('not_a_picture')
  const sharp = await load()
  const picture = sharp(bytes, { failOn: 'error', limitInputPixels: PICTURE_PIXELS_LIMIT }).timeout({
    seconds: MAX_SECONDS,
  })
  try {
    const refusal = sizeRefusal(await picture.metadata(), widest)
    return refusal ? err(refusal) : ok(await make(picture.autoOrient()))
  } catch (error) {
    return err(refusalFor(error instanceof Error ? error.message : ''))
  }
}

/** Checks the header against the memory that decoding and copying would need. */
function sizeRefusal(
  { format, width, height, channels, depth, isProgressive, autoOrient }: Metadata,
  widest: number,
): PictureRefusal['reason'] | null {
  const pixels = width * height
  const has16Bits = depth !== 'uchar'
  if (pixels > PICTURE_PIXELS_LIMIT) return 'picture_has_too_many_pixels'
  if (pixels > DETAILED_PIXELS_LIMIT) {
    if (has16Bits) return 'picture_16_bit'
    if (format === 'png' && isProgressive) return 'picture_interlaced'
  }
  const isStreamed = (format === 'jpeg' || format === 'png') && !isProgressive
  const limit = format === 'heif' ? AVIF_BYTES_LIMIT : WHOLE_BYTES_LIMIT
  if (!isStreamed && pixels * channels * (has16Bits ? 2 : 1) > limit) return 'picture_has_too_many_pixels'
  const copyPixels = Math.min(1, widest / autoOrient.width) ** 2 * pixels
  return copyPixels > COPY_PIXELS_LIMIT ? 'picture_has_too_many_pixels' : null
}

/** Derives the refusal from the decoder's message, which has no code. */
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
  return { bytes: data, contentType: 'image/webp', width, height, perceptualHash: await hashPicture(data) }
}

/** Sizes and qualities of a thumbnail, from the best to the smallest. */
const THUMBNAILS = [1, 0.75, 0.5, 0.3].flatMap((size) => [60, 40, 20].map((quality) => ({ size, quality })))

/** Returns null if even the smallest has too many bytes. */
async function makeThumbnail(picture: Sharp, { side, maxBytes }: { side: number; maxBytes: number }) {
  // Decode only once, because a phone's photo takes most of a second.
  const { data: raw, info: whole } = await picture
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const sharp = await load()
  for (const { size, quality } of THUMBNAILS) {
    const longestSide = Math.max(1, Math.round(Math.max(whole.width, whole.height) * size))
    const { data, info } = await sharp(raw, { raw: whole })
      .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality, effort: 6 })
      .toBuffer({ resolveWithObject: true })
    const { width, height } = info
    if (data.length <= maxBytes) return { bytes: data, contentType: 'image/webp', width, height }
  }
  return null
}

/** WhatsApp does not show larger pictures. */
const SHARED_BYTES_LIMIT = 300_000
const SHARED_QUALITIES = [80, 60, 40, 20]

async function makeShared(picture: Sharp): Promise<PictureVariant> {
  const { data: raw, info: whole } = await picture
    .flatten({ background: '#ffffff' })
    .resize({ ...SHARED_SIZE, fit: 'contain', background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const sharp = await load()
  let bytes = raw
  for (const quality of SHARED_QUALITIES) {
    bytes = await sharp(raw, { raw: whole }).jpeg({ quality, mozjpeg: true }).toBuffer()
    if (bytes.length < SHARED_BYTES_LIMIT) break
  }
  return { bytes, contentType: 'image/jpeg', ...SHARED_SIZE }
}

async function makeVariants(picture: Sharp, widths: readonly number[], widest: number) {
  const { data: raw, info: whole } = await picture
    .resize({ width: widest, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const sharp = await load()
  const variants: PictureVariant[] = []
  for (const width of widths) {
    const resized = sharp(raw, { raw: whole }).resize({ width, withoutEnlargement: true })
    for (const type of ['avif', 'webp'] as const) {
      const encoder = type === 'avif' ? resized.clone().avif({ effort: 2 }) : resized.clone().webp()
      const { data, info } = await encoder.toBuffer({ resolveWithObject: true })
      variants.push({ bytes: data, contentType: `image/${type}`, width: info.width, height: info.height })
    }
  }
  return variants
}

/** Returns the difference hash of 9 × 8 grey pixels. A bit says whether the right neighbour is darker. */
async function hashPicture(bytes: Uint8Array): Promise<string> {
  const sharp = await load()
  const greys = await sharp(bytes).greyscale().resize(9, 8, { fit: 'fill' }).raw().toBuffer()
  let hash = 0n
  for (let row = 0; row < 8; row += 1) {
    for (let column = 0; column < 8; column += 1) {
      const at = row * 9 + column
      hash = (hash << 1n) | BigInt((greys[at] ?? 0) > (greys[at + 1] ?? 0))
    }
  }
  return hash.toString(16).padStart(16, '0')
}
