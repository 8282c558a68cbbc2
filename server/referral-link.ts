import { parseCookieHeader, serializeSetCookie } from '#app/request/cookies.server.ts'
import { referralCodeInput } from '#shop/coupons/code.ts'

const CODE = /^[A-Z0-9]{4,60}$/
/**
 * The form of the shop's own codes: the brand, then the end of an id. Other sites use `ref` for other
 * purposes.
 */
const MADE_HERE = /^[A-Z0-9]{1,54}[0-9A-F]{6}$/

/** A referral link: the address without the code, and the code. */
export type ReferralLink = { url: string; code: string }

/** Reads `?ref=CODE` from path and query of a page; null when there is none. */
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
 * A Set-Cookie value for the code; null when it cannot be the shop's, or when the browser has one already, since the
 * first counts. Setting it on the server works without JavaScript and keeps pages cacheable.
 */
export function rememberLink(link: ReferralLink, cookies: string, isSecure: boolean): string | null {
  if (!MADE_HERE.test(link.code) || rememberedCode(cookies)) return null
  return serializeSetCookie('ref', link.code, isSecure)
}

/** The code in a Cookie header; null when there is none. */
export function rememberedCode(cookies: string): string | null {
  const code = parseCookieHeader(cookies, 'ref')
  return MADE_HERE.test(code) ? code : null
}
