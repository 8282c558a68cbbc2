import { SHARED_SIZE } from '#shop/catalogue/picture.ts'
import type { TaxPolicy } from '#shop/kernel/tax.ts'

export function pagePicture(name = 'shop'): string {
  return `/share/page-${name}.jpg`
}

export type Site = {
  brand: string
  /** The shop's public address, without a trailing slash. */
  origin: string
}

/** `taxes`: whether prices contain the tax. */
export type TaxedSite = Site & { taxes: TaxPolicy }

export type Head = Site & {
  /** From the root, with the query that makes it another page: '/products?category=sweet'. */
  path: string
  title: string
  description: string
  /** The picture of a shared link, from the root: '/share/page-about.jpg'. Always SHARED_SIZE and JPEG. */
  image: string
  type?: 'website' | 'product' | 'article'
}

const NO_TAXES: TaxPolicy = { prices: 'inclusive', defaultRate: 0 }

/** As a route's `meta` returns them. */
type HeadTag =
  | { title: string }
  | { tagName: 'link'; rel: 'canonical'; href: string }
  | { tagName?: undefined; name: string; content: string }
  | { tagName?: undefined; property: string; content: string }

/** Returns 'Our Products — Cultiva'. A title that names the brand stays unchanged. */
export function documentTitle(title: string, brand: string): string {
  return title.includes(brand) ? title : `${title} — ${brand}`
}

/** Title, description, canonical address, Open Graph. Twitter reads Open Graph and needs only the shape of its card. */
export function pageMeta(head: Head): HeadTag[] {
  const { brand, origin, path, title, description, image, type = 'website' } = head
  const address = `${origin}${path}`
  return [
    { title: documentTitle(title, brand) },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: type },
    { property: 'og:site_name', content: brand },
    { property: 'og:locale', content: 'en_IN' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: `${origin}${image}` },
    { property: 'og:image:type', content: 'image/jpeg' },
    { property: 'og:image:width', content: `${SHARED_SIZE.width}` },
    { property: 'og:image:height', content: `${SHARED_SIZE.height}` },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

/** The root route's data about the shop; empty when they could not be loaded. `matches` is what `meta` is given. */
export function siteOf([root]: readonly [{ loaderData?: TaxedSite | undefined }, ...unknown[]]): TaxedSite {
  const { brand = '', origin = '', taxes = NO_TAXES } = root.loaderData ?? {}
  return { brand, origin, taxes }
}
