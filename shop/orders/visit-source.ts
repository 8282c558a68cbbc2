/**
 * The kind of place that a visit came from, as visits are counted and orders keep it: read from the address and referrer
 * of its first page, on the server and by the page that orders.
 */

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

/** The name of a source as orders keep it: '' is unknown. */
export function orderSourceName(source: string): string {
  return SOURCE_NAMES[source as Source] ?? 'Unknown'
}

const SEARCH = /(^|\.)(google|bing|duckduckgo|yahoo|ecosia|qwant|startpage|yandex|baidu|search\.brave)\./
const SOCIAL =
  /(^|\.)(facebook|instagram|youtube|linkedin|pinterest|reddit|twitter|threads|sharechat|quora|whatsapp|telegram)\.|^(t\.co|x\.com|t\.me|wa\.me|youtu\.be|lnkd\.in|out\.reddit\.com)$/
const MAIL = /(^|\.)(mail\.google|mail\.yahoo|outlook\.(live|office)|mail\.proton|mail\.zoho)\./

/** True of a browser that sends Do Not Track or Global Privacy Control. */
export function asksNotToBeCounted(headers: { dnt?: string; 'sec-gpc'?: string }): boolean {
  return headers.dnt === '1' || headers['sec-gpc'] === '1'
}

/** The public pages on which visits begin: those with a `landing` in their handle. */
const LANDING_PATH =
  /^\/($|about$|impact$|products$|product\/[^/]+$|play-with-food(\/|$)|hydration(\/|$)|replenish$|contact$|privacy-policy$|terms$|shipping$|returns$)/

/** How a browser opened its present document. */
export type Opening = {
  /** The address at that moment, with its query. */
  address: string
  referrer: string
  /** Loaded again, or opened by Back. */
  isAgain: boolean
}

/**
 * The kind of place that this document's visit came from. Null when the document does not know: it was opened by a link
 * of the shop, or not on a page where visits begin; loaded again, it no longer has the query that named a source.
 */
export function openingSource({ address, referrer, isAgain }: Opening): Source | null {
  const { host, pathname, searchParams } = new URL(address)
  const from = hostOf(referrer)
  if (from === host || !LANDING_PATH.test(pathname)) return null
  const source = sourceOf(searchParams, from)
  return source === 'direct' && isAgain ? null : source
}

/** Of the parameters and the referrer's host of the visit's first page. */
export function sourceOf(params: URLSearchParams | null, referrer: string | null): Source {
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
export function hostOf(address: string | undefined): string | null {
  try {
    // Not canParse: the checkout also runs in browsers without it.
    const { protocol, host } = new URL(address ?? '')
    return protocol === 'https:' || protocol === 'http:' ? host : null
  } catch {
    return null
  }
}
