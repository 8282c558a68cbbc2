import { parseCookieHeader, serializeSetCookie } from '#app/request/cookies.server.ts'
import { referralCodeInput } from '#shop/coupons/code.ts'

const CODE = /^[A-Z0-9]{4,60}$/
/** As the shop makes them: the brand, then the end of an id. Other sites put words of their own behind `ref`. */
const MADE_HERE = /^[A-Z0-9]{1,54}[0-9A-F]{6}$/

/** A link that a friend sent: the same address without the code, and the code. */
export type ReferralLink = { url: string; code: string }

/** Reads `?ref=CODE` of a page from path and query as they came; null when there is none. */
export function readReferralLink(url: string): ReferralLink | null {
  if (!url.includes('ref=') || url.startsWith('/api/')) return null
  const [path = '', query = ''] = url.split('?', 2)
  const params = new URLSearchParams(query)
  const code = referralCodeInput.safeParse(params.get('ref')).data ?? ''
  if (!CODE.test(code)) return null
  params.delete('ref')
  return { url: params.size > 0 ? `${path}?${params}` : path, code }
}

/**
 * A Set-Cookie value that remembers the code; null when the code cannot be the shop's, or the browser remembers one
 * already: the first one counts. Set by the server, it works without JavaScript and keeps pages cacheable.
 */
export function rememberLink(link: ReferralLink, cookies: string, isSecure: boolean): string | null {
  if (!MADE_HERE.test(link.code) || rememberedCode(cookies)) return null
  return serializeSetCookie('ref', link.code, isSecure)
}

/** The code that a Cookie header remembers; null for none. */
export function rememberedCode(cookies: string): string | null {
  const code = parseCookieHeader(cookies, 'ref')
  return MADE_HERE.test(code) ? code : null
}
