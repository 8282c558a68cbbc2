/** Where a visit came from, by URL and referrer of its first page. */

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

/** The pages whose handle has a `landing`. */
const LANDING_PATH =
  /^\/($|about$|impact$|products$|product\/[^/]+$|play-with-food(\/|$)|hydration(\/|$)|replenish$|contact$|privacy-policy$|terms$|shipping$|returns$)/

export type PageLoad = {
  /** The URL with its query. */
  url: string
  referrer: string
  /** Reloaded, or opened with the Back button. */
  isRepeat: boolean
}

/** Returns the visit's source; null if unknown. A reloaded page may have lost the query that contained the source. */
export function landingSource({ url, referrer, isRepeat }: PageLoad): Source | null {
  const { host, pathname, searchParams } = new URL(url)
  const from = hostOf(referrer)
  if (from === host || !LANDING_PATH.test(pathname)) return null
  const source = sourceOf(searchParams, from)
  return source === 'direct' && isRepeat ? null : source
}

export function sourceOf(params: URLSearchParams | null, referrer: string | null): Source {
  const linkSource = params && sourceInLink(params)
  if (linkSource) return linkSource
  if (referrer === null) return 'direct'
  if (MAIL.test(referrer)) return 'email'
  if (SEARCH.test(referrer)) return 'search'
  return SOCIAL.test(referrer) ? 'social' : 'other'
}

/** Reads the source from `ref` (a referral) or `utm_medium`. */
function sourceInLink(params: URLSearchParams): Source | null {
  const medium = params.get('utm_medium')?.toLowerCase() ?? ''
  if (params.has('ref')) return 'friends'
  if (/^(e-?mail|newsletter)$/.test(medium)) return 'email'
  if (/^(cpc|ppc|paid.*|ads?|display)$/.test(medium) || params.has('gclid')) return 'ads'
  return /^social/.test(medium) ? 'social' : null
}

/** Returns the host with port in lower case; null if the text is not an http or https URL. */
export function hostOf(address: string | undefined): string | null {
  try {
    // Avoids URL.canParse, because the checkout also runs in browsers without it.
    const { protocol, host } = new URL(address ?? '')
    return protocol === 'https:' || protocol === 'http:' ? host : null
  } catch {
    return null
  }
}
