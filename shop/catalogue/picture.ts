/** Uploaded pictures: their URLs contain everything that pages need to display them. */
import { isUuid } from '#shop/kernel/ids.ts'

/** The stored widths in pixels, up to that of the original. */
export const PICTURE_WIDTHS = [320, 640, 1200] as const
const WIDEST = 1200

/** Size in pixels of the picture of a shared link, as link previews expect it. */
export const SHARED_SIZE = { width: 1200, height: 630 }

export type Picture = { id: string; width: number; height: number }

const ADDRESS = /^\/pictures\/([0-9a-f-]{36})-(\d{1,5})x(\d{1,5})\/(\d{1,5})\.(avif|webp)$/

const SHARED = /^\/pictures\/([0-9a-f-]{36})\/share\.jpg$/

/** The URL of an uploaded picture for shared links; null for other pictures. */
export function sharedUrl(url: string): string | null {
  const [, id] = ADDRESS.exec(url) ?? []
  return id ? `/pictures/${id}/share.jpg` : null
}

/** The id in a URL of `sharedUrl`; null for other URLs. */
export function sharedId(path: string): string | null {
  const id = SHARED.exec(path)?.[1] ?? ''
  return isUuid(id) ? id : null
}

/** The key of a picture for shared links in the file store. */
export function sharedKey(id: string): string {
  return `products/${id}/share.jpg`
}

/** The stored widths of a picture whose largest copy is `width` wide. */
export function widthsOf(width: number): number[] {
  return [...PICTURE_WIDTHS.filter((one) => one < width), Math.min(width, WIDEST)]
}

/** The URL of one copy. Its content never changes, so it can be cached forever. */
export function pictureUrl({ id, width, height }: Picture, copy = width, format = 'webp'): string {
  return `/pictures/${id}-${width}x${height}/${copy}.${format}`
}

/** The key in the file store; null for URLs of other pictures. */
export function pictureKey(path: string): string | null {
  const [, id, , , copy, format] = ADDRESS.exec(path) ?? []
  return id ? fileKey(id, Number(copy), format as 'avif' | 'webp') : null
}

/** The key of a stored picture; `copy` is its width. */
export function fileKey(id: string, copy: number, format: 'avif' | 'webp'): string {
  return `products/${id}/${copy}.${format}`
}

export type PictureSources = { avif: string; webp: string; width: number; height: number }

/** The copies of an uploaded picture for `srcset`, with its size; null for other pictures. */
export function pictureSources(url: string): PictureSources | null {
  const [, id, wide, high] = ADDRESS.exec(url) ?? []
  if (!id) return null
  const picture = { id, width: Number(wide), height: Number(high) }
  const set = (format: 'avif' | 'webp') =>
    widthsOf(picture.width)
      .map((copy) => `${pictureUrl(picture, copy, format)} ${copy}w`)
      .join(', ')
  return { avif: set('avif'), webp: set('webp'), width: picture.width, height: picture.height }
}
