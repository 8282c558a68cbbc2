/** The pictures that shared links show. design/illustrations/share-pictures.mjs draws them into public/share. */
import { illustrationSize } from '#app/kit/illustration-sizes.ts'

/** In pixels; what link previews ask for. */
export const PICTURE_SIZE = { width: 1200, height: 630 }

/** Pages with a picture of their own; 'shop' stands for every page and product without one. */
export const PICTURED_PAGES = [
  'shop',
  'home',
  'products',
  'about',
  'impact',
  'recipes',
  'contact',
  'hydration',
  'replenish',
  'hydration-impact',
  'hydration-contact',
] as const
export type PicturedPage = (typeof PICTURED_PAGES)[number]

export function pagePicture(page: PicturedPage): string {
  return `/share/page-${page}.jpg`
}

/** Packs and dishes: of these drawings there is a picture each, on a flat colour. */
const DRAWN =
  /^\/illustrations\/((?:taste|mix|tin|dish|bundle|replenish-box)-[\w-]+|complete-box|containers|meal-play-box)\.svg$/

/** The picture for a product's or a recipe's own image; the general one for what we have not drawn. */
export function sharePicture(image: string | null | undefined): string {
  const name = DRAWN.exec(image ?? '')?.[1]
  return name && 'width' in illustrationSize(image ?? '') ? `/share/${name}.jpg` : pagePicture('shop')
}
