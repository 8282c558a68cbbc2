export type PictureType = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'

/**
 * What the first bytes say a file is; null when it is none of the pictures we take. Only then is a decoder let near it:
 * SVG (which may hold scripts and references) and HEIC never are.
 */
export function pictureType(bytes: Uint8Array): PictureType | null {
  const text = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString('latin1')
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'gif'
  if (text(4, 12) === 'ftypavif') return 'avif'
  return null
}
