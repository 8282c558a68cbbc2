/**
 * Counts visits by kind of landing page, of source and by newsletter. Stores no cookie, IP address or user agent;
 * headers are only read to decide whether to count.
 */
import type { Day } from '#shop/kernel/day.ts'

export const LANDING_PAGES = [
  'home',
  'products',
  'product',
  'hydration',
  'recipes',
  'stories',
  'contact',
  'help',
] as const
export type LandingPage = (typeof LANDING_PAGES)[number]

export const LANDING_PAGE_NAMES: Record<LandingPage, string> = {
  home: 'Home',
  products: 'Products',
  product: 'A product',
  hydration: 'Replenish and hydration',
  recipes: 'Play with your Food',
  stories: 'About and Impact',
  contact: 'Contact',
  help: 'Policies',
}

export const SOURCES = ['direct', 'search', 'social', 'email', 'friends', 'ads', 'other'] as const
export type Source = (typeof SOURCES)[number]

export const SOURCE_NAMES: Record<Source, string> = {
  direct: 'Direct',
  search: 'Search engines',
  social: 'Social media',
  email: 'Email',
  friends: 'Referral links',
  ads: 'Advertising',
  other: 'Other sites',
}

export type PageView = {
  landing: LandingPage
  source: Source
  /** The slug of the newsletter whose link began it; left out for all other visits. */
  newsletter?: string
}
export type PageViewCount = PageView & { day: Day; visits: number }

/** Visits of a span, highest counts first. */
export type PageViewSums = {
  visits: number
  sources: { source: Source; visits: number }[]
  landings: { landing: LandingPage; visits: number }[]
}

/** The relevant headers by lower-case name; missing ones are left out. */
export type PageViewHeaders = Partial<
  Record<
    | 'host'
    | 'user-agent'
    | 'referer'
    | 'accept'
    | 'dnt'
    | 'sec-gpc'
    | 'purpose'
    | 'sec-purpose'
    | 'sec-fetch-dest'
    | 'sec-fetch-site',
    string
  >
>
export const PAGE_VIEW_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'user-agent',
  'referer',
  'accept',
  'dnt',
  'sec-gpc',
  'purpose',
  'sec-purpose',
  'sec-fetch-dest',
  'sec-fetch-site',
])

const BOT =
  /bot\b|crawl|spider|slurp|headless|lighthouse|preview|monitor|scrap|fetch|https?:\/\/|curl|wget|python|java\/|go-http|libwww|axios|okhttp|facebookexternalhit|whatsapp\//i
const SEARCH = /(^|\.)(google|bing|duckduckgo|yahoo|ecosia|qwant|startpage|yandex|baidu|search\.brave)\./
const SOCIAL =
  /(^|\.)(facebook|instagram|youtube|linkedin|pinterest|reddit|twitter|threads|sharechat|quora|whatsapp|telegram)\.|^(t\.co|x\.com|t\.me|wa\.me|youtu\.be|lnkd\.in|out\.reddit\.com)$/
const MAIL = /(^|\.)(mail\.google|mail\.yahoo|outlook\.(live|office)|mail\.proton|mail\.zoho)\./

/**
 * The visit that a request for `url` (path and query) of a page of this kind begins; null for internal links, robots,
 * previews, and people who asked not to be counted (Do Not Track, Global Privacy Control).
 */
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

/** The newsletter that a link names as the shop's own newsletters do. */
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
  const wantsNone = headers.dnt === '1' || headers['sec-gpc'] === '1'
  const isAhead = headers.purpose === 'prefetch' || (headers['sec-purpose'] ?? '').startsWith('prefetch')
  return wantsNone || isAhead || agent === '' || BOT.test(agent)
}

function sourceOf(params: URLSearchParams | null, referrer: string | null): Source {
  const said = params && namedSource(params)
  if (said) return said
  if (referrer === null) return 'direct'
  if (MAIL.test(referrer)) return 'email'
  if (SEARCH.test(referrer)) return 'search'
  return SOCIAL.test(referrer) ? 'social' : 'other'
}

/** A link may name its own source: ?ref= (a referral) or utm_medium. */
function namedSource(params: URLSearchParams): Source | null {
  const medium = params.get('utm_medium')?.toLowerCase() ?? ''
  if (params.has('ref')) return 'friends'
  if (/^(e-?mail|newsletter)$/.test(medium)) return 'email'
  if (/^(cpc|ppc|paid.*|ads?|display)$/.test(medium) || params.has('gclid')) return 'ads'
  return /^social/.test(medium) ? 'social' : null
}

/** Host with port, in lower case; null for other texts than web addresses. */
function hostOf(address: string | undefined): string | null {
  if (!address || !URL.canParse(address)) return null
  const { protocol, host } = new URL(address)
  return protocol === 'https:' || protocol === 'http:' ? host : null
}
