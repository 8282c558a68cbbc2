import type { Result } from '#shop/kernel/result.ts'

/** A picture that is sent must be smaller than this. */
export const PICTURE_BYTES_LIMIT = 5 * 1024 * 1024
/** It may have this many pixels: the most that phones make by themselves (8160 × 6144), and a little. */
export const PICTURE_PIXELS_LIMIT = 52_000_000

export type PictureRefusal = {
  ok: false
  reason:
    | 'not_a_picture' // by its content, whatever its name says
    | 'picture_too_large' // in bytes
    | 'picture_has_too_many_pixels'
    | 'picture_damaged'
    | 'picture_takes_too_long'
}

export type Photo = {
  bytes: Uint8Array
  contentType: 'image/webp'
  width: number
  height: number
  /** How the photo looks, in 16 hexadecimal digits: photos that look alike differ in few bits. */
  look: string
}

export type PictureVariant = {
  bytes: Uint8Array
  contentType: 'image/avif' | 'image/webp'
  width: number
  height: number
}

/**
 * Decodes what was sent as a picture, judged by its content and within limits, and encodes it anew: nothing of the
 * original file is kept, so its metadata and the place where it was taken are gone.
 */
export type Pictures = {
  /** A photo for looking at, at most 1600 pixels wide or high. */
  photo(bytes: Uint8Array): Promise<Result<Photo, PictureRefusal>>
  /** AVIF and WebP for each of these widths; a picture is never made larger than it is. */
  variants(bytes: Uint8Array, widths: readonly number[]): Promise<Result<PictureVariant[], PictureRefusal>>
}

/** In how many of 64 bits two looks differ. */
export function hashDistance(a: string, b: string): number {
  let left = BigInt(`0x${a}`) ^ BigInt(`0x${b}`)
  let bits = 0
  for (; left > 0n; left >>= 1n) bits += Number(left & 1n)
  return bits
}
