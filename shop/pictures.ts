import type { Result } from '#shop/kernel/result.ts'

/** In bytes. */
export const PICTURE_BYTES_LIMIT = 5 * 1024 * 1024
/** In pixels: slightly more than the largest default of phones (8160 × 6144). */
export const PICTURE_PIXELS_LIMIT = 52_000_000

export type PictureRefusal = {
  ok: false
  reason:
    | 'not_a_picture' // by its content, not its file name
    | 'picture_too_large' // in bytes
    | 'picture_has_too_many_pixels' // in all, or for a format that needs much memory
    | 'picture_interlaced' // and large
    | 'picture_16_bit' // per colour, and large
    | 'picture_damaged'
    | 'picture_takes_too_long'
    | 'picture_infected' // by the virus scanner
    | 'picture_not_checked' // the scanner does not answer
}

export type Photo = {
  bytes: Uint8Array
  contentType: 'image/webp'
  width: number
  height: number
  /** A perceptual hash of 16 hexadecimal digits: similar photos differ in few bits. */
  perceptualHash: string
}

export type PictureVariant = {
  bytes: Uint8Array
  contentType: 'image/avif' | 'image/jpeg' | 'image/webp'
  width: number
  height: number
}

/**
 * Decodes an uploaded picture by its content and within limits, and re-encodes it. No metadata, such as the location,
 * is kept.
 */
export type Pictures = {
  /** A photo for viewing, at most 1600 pixels wide or high. */
  photo(bytes: Uint8Array): Promise<Result<Photo, PictureRefusal>>
  /** WebP of at most so many bytes, within a square of `side` pixels: the largest of several sizes that fits. */
  thumbnail(
    bytes: Uint8Array,
    limits: { side: number; maxBytes: number },
  ): Promise<Result<PictureVariant, PictureRefusal>>
  /** A JPEG for link previews: the whole picture on white, of SHARED_SIZE and below 300 KB. */
  shared(bytes: Uint8Array): Promise<Result<PictureVariant, PictureRefusal>>
  /** AVIF and WebP for each of these widths; pictures are never enlarged. */
  variants(bytes: Uint8Array, widths: readonly number[]): Promise<Result<PictureVariant[], PictureRefusal>>
}

/** Why a picture at a typed address could not be fetched. */
export type FetchRefusal =
  | PictureRefusal
  /** Not https, with a port or a password, or it leads to an address that is not public. */
  | { ok: false; reason: 'address_not_allowed' }
  /** No answer in time, or another one than a picture. */
  | { ok: false; reason: 'not_reached' }
  | { ok: false; reason: 'too_many_redirects' }

/** Pictures on other sites. */
export type RemotePictures = {
  /** The bytes at this address, below 5 MB; what they are only decoding tells. */
  fetch(address: string): Promise<Result<Uint8Array, FetchRefusal>>
}

/** The Hamming distance of two perceptual hashes, 0 to 64. */
export function hashDistance(a: string, b: string): number {
  let left = BigInt(`0x${a}`) ^ BigInt(`0x${b}`)
  let bits = 0
  for (; left > 0n; left >>= 1n) bits += Number(left & 1n)
  return bits
}

type PictureType = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'

/**
 * Returns the type by the file's first twelve bytes; null for any other, which no decoder gets to see: SVG may hold
 * scripts and references. Phones send photos without a MIME type or with a wrong one.
 */
export function pictureType(bytes: Uint8Array): PictureType | null {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'gif'
  return text(4, 12) === 'ftypavif' ? 'avif' : null
}
