/** The URL of a picture contains its size, so that pages need no query to display it. */
import { isUuid } from '#shop/kernel/ids.ts'

/** In pixels, up to the original's width. */
export const PICTURE_WIDTHS = [320, 640, 1200] as const
const WIDEST = 1200

/** In pixels, as link previews expect it. */
export const SHARED_SIZE = { width: 1200, height: 630 }

export type Picture = { id: string; width: number; height: number }

const PICTURE_URL = /^\/pictures\/([0-9a-f-]{36})-(\d{1,5})x(\d{1,5})\/(\d{1,5})\.(avif|webp)$/

const SHARED_URL = /^\/pictures\/([0-9a-f-]{36})\/share\.jpg$/

/** Returns the URL for shared links; null for pictures that were not uploaded. */
export function sharedUrl(url: string): string | null {
  const [, id] = PICTURE_URL.exec(url) ?? []
  return id ? `/pictures/${id}/share.jpg` : null
}

/** Returns the id in a URL of `sharedUrl`, or null. */
export function sharedId(path: string): string | null {
  const id = SHARED_URL.exec(path)?.[1] ?? ''
  return isUuid(id) ? id : null
}

export function sharedKey(id: string): string {
  return `products/${id}/share.jpg`
}

/** Returns the stored widths up to `width`. */
export function widthsOf(width: number): number[] {
  return [...PICTURE_WIDTHS.filter((copy) => copy < width), Math.min(width, WIDEST)]
}

/** Returns the URL of a copy, which never changes and can be cached forever. */
export function pictureUrl({ id, width, height }: Picture, copy = width, format = 'webp'): string {
  return `/pictures/${id}-${width}x${height}/${copy}.${format}`
}

export function pictureKey(path: string): string | null {
  const [, id, , , copy, format] = PICTURE_URL.exec(path) ?? []
  return id ? fileKey(id, Number(copy), format as 'avif' | 'webp') : null
}

/** `copy`: the width of the copy. */
export function fileKey(id: string, copy: number, format: 'avif' | 'webp'): string {
  return `products/${id}/${copy}.${format}`
}

export type PictureSources = { avif: string; webp: string; width: number; height: number }

/** Returns an uploaded picture's copies for `srcset`, or null. */
export function pictureSources(url: string): PictureSources | null {
  const [, id, wide, high] = PICTURE_URL.exec(url) ?? []
  if (!id) return null
  const picture = { id, width: Number(wide), height: Number(high) }
  const set = (format: 'avif' | 'webp') =>
    widthsOf(picture.width)
      .map((copy) => `${pictureUrl(picture, copy, format)} ${copy}w`)
      .join(', ')
  return { avif: set('avif'), webp: set('webp'), width: picture.width, height: picture.height }
}
