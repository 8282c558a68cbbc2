import { documentTitle } from '#app/seo/document-title.ts'
import { SHARED_SIZE } from '#shop/catalogue/picture.ts'
import type { TaxPolicy } from '#shop/kernel/tax.ts'

export function pagePicture(name = 'shop'): string {
  return `/share/page-${name}.jpg`
}

export type Site = {
  brand: string
  /** The shop's public URL, without a trailing slash. */
  origin: string
}

/** `taxes`: the policy, which says whether prices contain the tax. */
export type TaxedSite = Site & { taxes: TaxPolicy }

export type Head = Site & {
  /** An absolute path, with the query if it selects a different page: '/products?category=sweet'. */
  path: string
  title: string
  description: string
  /** The absolute path of the picture for shared links, a JPEG of SHARED_SIZE: '/share/page-about.jpg'. */
  image: string
  type?: 'website' | 'product' | 'article'
}

const NO_TAXES: TaxPolicy = { prices: 'inclusive', defaultRate: 0 }

/** An entry of the array that a route's `meta` returns. */
type HeadTag =
  | { title: string }
  | { tagName: 'link'; rel: 'canonical'; href: string }
  | { tagName?: undefined; name: string; content: string }
  | { tagName?: undefined; property: string; content: string }

/** Returns title, description, canonical URL and Open Graph tags. Twitter needs one tag more, for its card's type. */
export function pageMeta(head: Head): HeadTag[] {
  const { brand, origin, path, title, description, image, type = 'website' } = head
  const url = `${origin}${path}`
  return [
    { title: documentTitle(title, brand) },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: type },
    { property: 'og:site_name', content: brand },
    { property: 'og:locale', content: 'en_IN' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: `${origin}${image}` },
    { property: 'og:image:type', content: 'image/jpeg' },
    { property: 'og:image:width', content: `${SHARED_SIZE.width}` },
    { property: 'og:image:height', content: `${SHARED_SIZE.height}` },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

/** Returns the shop's data from the root route; empty values if they were not loaded. Pass the `matches` of `meta`. */
export function siteOf([root]: readonly [{ loaderData?: TaxedSite | undefined }, ...unknown[]]): TaxedSite {
  const { brand = '', origin = '', taxes = NO_TAXES } = root.loaderData ?? {}
  return { brand, origin, taxes }
}
