/** The pictures for shared links. design/illustrations/share-pictures.mjs draws those in public/share. */
import { illustrationSize } from '#app/kit/picture/illustration-sizes.ts'
import { pagePicture } from '#app/seo/page-meta.ts'
import { sharedUrl } from '#shop/catalogue/picture.ts'

/** URLs of drawings of packs and dishes. Each has a share picture. */
const DRAWN =
  /^\/illustrations\/((?:taste|mix|tin|dish|bundle|replenish-box)-[\w-]+|complete-box|containers|meal-play-box)\.svg$/

/** Returns the share picture for the image of a product or recipe. Returns the general picture for other images. */
export function sharePicture(image: string | null | undefined): string {
  const uploaded = sharedUrl(image ?? '')
  if (uploaded) return uploaded
  const name = DRAWN.exec(image ?? '')?.[1]
  return name && 'width' in illustrationSize(image ?? '') ? `/share/${name}.jpg` : pagePicture()
}
