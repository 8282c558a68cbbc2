/** Stores no cookie, IP address or user agent; headers only decide whether to count. */

import type { Day } from '#shop/kernel/day.ts'
import { asksNotToBeCounted, hostOf, type Source, sourceOf } from '#shop/orders/visit-source.ts'

export const LANDING_PAGE_NAMES = {
  home: 'Home',
  products: 'Products',
  product: 'A product',
  hydration: 'Replenish and hydration',
  recipes: 'Play with your Food',
  stories: 'About and Impact',
  contact: 'Contact',
  help: 'Policies',
}
export type LandingPage = keyof typeof LANDING_PAGE_NAMES
export const LANDING_PAGES = Object.keys(LANDING_PAGE_NAMES) as LandingPage[]

export type PageView = {
  landing: LandingPage
  source: Source
  /** The slug of the newsletter that led to the visit. */
  newsletter?: string
}
export type PageViewCount = PageView & { day: Day; visits: number }

const HEADERS = [
  ...(['host', 'user-agent', 'referer', 'accept', 'dnt', 'sec-gpc', 'purpose'] as const),
  ...(['sec-purpose', 'sec-fetch-dest', 'sec-fetch-site'] as const),
]
export type PageViewHeaders = Partial<Record<(typeof HEADERS)[number], string>>
export const PAGE_VIEW_HEADERS: ReadonlySet<string> = new Set(HEADERS)

const BOT =
  /bot\b|crawl|spider|slurp|headless|lighthouse|preview|monitor|scrap|fetch|https?:\/\/|curl|wget|python|java\/|go-http|libwww|axios|okhttp|facebookexternalhit|whatsapp\//i
/** Returns null for internal links, robots, previews, and visitors who ask not to be counted. */
export function pageViewOf(landing: LandingPage, url: string, headers: PageViewHeaders): PageView | null {
  if (!isPageView(headers) || isUnwanted(headers)) return null
  const [, query = ''] = url.split('?', 2)
  const referrer = hostOf(headers.referer)
  const isInside =
    headers['sec-fetch-site'] === 'same-origin' || (referrer !== null && referrer === headers.host)
  if (isInside) return null
  const params = query === '' ? null : new URLSearchParams(query)
  const newsletter = params && newsletterOf(params)
  return { landing, source: sourceOf(params, referrer), ...(newsletter && { newsletter }) }
}

const SLUG = /^[a-z0-9-]{1,40}$/

/** Reads the slug from a newsletter's link. */
function newsletterOf(params: URLSearchParams): string | null {
  const slug = params.get('utm_campaign') ?? ''
  return params.get('utm_source') === 'newsletter' && SLUG.test(slug) ? slug : null
}

function isPageView(headers: PageViewHeaders): boolean {
  const destination = headers['sec-fetch-dest']
  // Browsers send `sec-fetch-dest` only over https, but `accept` always.
  return destination === undefined ? (headers.accept ?? '').includes('text/html') : destination === 'document'
}

function isUnwanted(headers: PageViewHeaders): boolean {
  const agent = headers['user-agent'] ?? ''
  const isAhead = headers.purpose === 'prefetch' || (headers['sec-purpose'] ?? '').startsWith('prefetch')
  return asksNotToBeCounted(headers) || isAhead || agent === '' || BOT.test(agent)
}
