import { orderPath } from '#shop/orders/order-paths.ts'
import { PICTURE_BYTES_LIMIT, type PictureRefusal } from '#shop/pictures.ts'

export const MAX_REQUEST_PHOTOS = 3
/** The privacy policy promises deletion 6 months after the decision. */
export const REQUEST_PHOTO_DAYS = 183

/** `width` and `height` in pixels. */
export type RequestPhoto = { id: string; requestId: string; width: number; height: number }

export function requestPhotoPath(orderId: string, photoId: string): string {
  return `${orderPath(orderId)}/photos/${photoId}`
}

const damagedText = (name: string) =>
  `We can’t open “${name}”: it may be damaged. Please choose another photograph, or a screenshot of this one.`

export const PHOTO_PROBLEMS: Readonly<Record<PictureRefusal['reason'], (name: string) => string>> = {
  not_a_picture: (name) =>
    `We can’t read “${name}”. Please choose a JPEG, PNG or WebP. A screenshot of the photograph works, too.`,
  picture_too_large: (name) =>
    `“${name}” is 5 MB or larger. Please choose a smaller photograph, or a screenshot of it.`,
  picture_has_too_many_pixels: (name) =>
    `“${name}” has too many pixels. Please choose a smaller photograph, or a screenshot of it.`,
  picture_interlaced: (name) =>
    `“${name}” is interlaced and larger than 4 megapixels. Please save it as a JPEG.`,
  picture_16_bit: (name) =>
    `“${name}” has 16 bits per colour and is larger than 4 megapixels. Please save it as a JPEG.`,
  picture_damaged: damagedText,
  picture_takes_too_long: damagedText,
  picture_infected: (name) =>
    `The virus scanner found something harmful in “${name}”. Please choose another photograph.`,
  picture_not_checked: (name) => `“${name}” can’t be checked for viruses right now. Please try again later.`,
}

export const TOO_MANY_PHOTOS = `Please choose at most ${MAX_REQUEST_PHOTOS} photographs.`

/** Returns the problem with the chosen files, or null. `unreadable`: the name of a file that is not a picture. */
export function chosenPhotosProblem(files: readonly { name: string; size: number }[], unreadable?: string) {
  if (files.length > MAX_REQUEST_PHOTOS) return TOO_MANY_PHOTOS
  if (unreadable !== undefined) return PHOTO_PROBLEMS.not_a_picture(unreadable)
  const large = files.find(({ size }) => size >= PICTURE_BYTES_LIMIT)
  return large ? PHOTO_PROBLEMS.picture_too_large(large.name) : null
}
