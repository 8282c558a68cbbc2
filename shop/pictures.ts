import type { Result } from '#shop/kernel/result.ts'

export const PICTURE_BYTES_LIMIT = 5 * 1024 * 1024
/** Slightly more than the largest photo that phones take by default (8160 × 6144). */
export const PICTURE_PIXELS_LIMIT = 52_000_000

export type PictureRefusal = {
  ok: false
  reason:
    | 'not_a_picture' // judged by its content, not its file name
    | 'picture_too_large' // in bytes
    | 'picture_has_too_many_pixels' // in total, or for a format that needs much memory
    | 'picture_interlaced' // if large
    | 'picture_16_bit' // per colour, if large
    | 'picture_damaged'
    | 'picture_takes_too_long'
    | 'picture_infected' // by the virus scanner
    | 'picture_not_checked' // the virus scanner does not answer
}

export type Photo = {
  bytes: Uint8Array
  contentType: 'image/webp'
  width: number
  height: number
  /** 16 hexadecimal digits, which differ in few bits for similar photos. */
  perceptualHash: string
}

export type PictureVariant = {
  bytes: Uint8Array
  contentType: 'image/avif' | 'image/jpeg' | 'image/webp'
  width: number
  height: number
}

/** Decodes pictures within limits, and re-encodes them without metadata such as the location. */
export type Pictures = {
  /** Returns a photo at most 1600 pixels wide and high. */
  photo(bytes: Uint8Array): Promise<Result<Photo, PictureRefusal>>
  /** Returns the largest of several sizes that fits the limits. */
  thumbnail(
    bytes: Uint8Array,
    limits: { side: number; maxBytes: number },
  ): Promise<Result<PictureVariant, PictureRefusal>>
  /** Returns a picture for link previews: SHARED_SIZE, below 300 KB. */
  shared(bytes: Uint8Array): Promise<Result<PictureVariant, PictureRefusal>>
  /** Returns the picture in these widths. It is never enlarged. */
  variants(bytes: Uint8Array, widths: readonly number[]): Promise<Result<PictureVariant[], PictureRefusal>>
}

export type FetchRefusal =
  | PictureRefusal
  /** The URL is not https, has a port or a password, or its host is not public. */
  | { ok: false; reason: 'address_not_allowed' }
  /** No response in time, or the response is not a picture. */
  | { ok: false; reason: 'not_reached' }
  | { ok: false; reason: 'too_many_redirects' }

export type RemotePictures = {
  /** Fetches at most 5 MB and does not decode the picture. */
  fetch(address: string): Promise<Result<Uint8Array, FetchRefusal>>
}

/** Reads the first twelve bytes. Other types return null and are never decoded: SVG may contain scripts. */
export function pictureType(bytes: Uint8Array) {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'gif'
  return text(4, 12) === 'ftypavif' ? 'avif' : null
}
