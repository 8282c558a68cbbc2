/** The kind of place that a visit came from, read from address and referrer of its first page. */

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

const SEARCH = /(^|\.)(google|bing|duckduckgo|yahoo|ecosia|qwant|startpage|yandex|baidu|search\.brave)\./
const SOCIAL =
  /(^|\.)(facebook|instagram|youtube|linkedin|pinterest|reddit|twitter|threads|sharechat|quora|whatsapp|telegram)\.|^(t\.co|x\.com|t\.me|wa\.me|youtu\.be|lnkd\.in|out\.reddit\.com)$/
const MAIL = /(^|\.)(mail\.google|mail\.yahoo|outlook\.(live|office)|mail\.proton|mail\.zoho)\./

/** True for Do Not Track or Global Privacy Control. */
export function asksNotToBeCounted(headers: { dnt?: string; 'sec-gpc'?: string }): boolean {
  return headers.dnt === '1' || headers['sec-gpc'] === '1'
}

/** Pages with a `landing` in their handle. */
const LANDING_PATH =
  /^\/($|about$|impact$|products$|product\/[^/]+$|play-with-food(\/|$)|hydration(\/|$)|replenish$|contact$|privacy-policy$|terms$|shipping$|returns$)/

export type Opening = {
  /** Includes the query. */
  address: string
  referrer: string
  /** Reloaded or opened by Back. */
  isAgain: boolean
}

/** Returns the source of this document's visit; null when unknown. A reload loses the query that named it. */
export function openingSource({ address, referrer, isAgain }: Opening): Source | null {
  const { host, pathname, searchParams } = new URL(address)
  const from = hostOf(referrer)
  if (from === host || !LANDING_PATH.test(pathname)) return null
  const source = sourceOf(searchParams, from)
  return source === 'direct' && isAgain ? null : source
}

export function sourceOf(params: URLSearchParams | null, referrer: string | null): Source {
  const said = params && namedSource(params)
  if (said) return said
  if (referrer === null) return 'direct'
  if (MAIL.test(referrer)) return 'email'
  if (SEARCH.test(referrer)) return 'search'
  return SOCIAL.test(referrer) ? 'social' : 'other'
}

/** A link may name its source by ?ref= (a referral) or utm_medium. */
function namedSource(params: URLSearchParams): Source | null {
  const medium = params.get('utm_medium')?.toLowerCase() ?? ''
  if (params.has('ref')) return 'friends'
  if (/^(e-?mail|newsletter)$/.test(medium)) return 'email'
  if (/^(cpc|ppc|paid.*|ads?|display)$/.test(medium) || params.has('gclid')) return 'ads'
  return /^social/.test(medium) ? 'social' : null
}

/** Returns host with port in lower case; null for other texts than web addresses. */
export function hostOf(address: string | undefined): string | null {
  try {
    // Not canParse: the checkout also runs in browsers without it.
    const { protocol, host } = new URL(address ?? '')
    return protocol === 'https:' || protocol === 'http:' ? host : null
  } catch {
    return null
  }
}
