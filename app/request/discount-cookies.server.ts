import { readCookie } from '#app/request/cart-cookie.server.ts'
import { couponCodeInput, referralCodeInput } from '#shop/coupons/code.ts'
import type { EnteredCodes } from '#shop/pricing/discounts.ts'

/** The code that was entered at the checkout: it survives steps and reloads, and forms without JavaScript. */
const COUPON_COOKIE = 'coupon'
/** The friend's code of a link; the listener sets it. */
const REFERRAL_COOKIE = 'ref'
const ONE_DAY = 24 * 3600

/** The codes that the browser remembers, in upper case. */
export function readCodes(request: Request): EnteredCodes {
  const coupon = couponCodeInput.safeParse(decoded(readCookie(request, COUPON_COOKIE)))
  return { couponCode: coupon.success ? coupon.data : null, referralCode: readReferralCode(request) }
}

export function readReferralCode(request: Request): string | null {
  return referralCodeInput.safeParse(decoded(readCookie(request, REFERRAL_COOKIE))).data || null
}

/** A Set-Cookie value that keeps the entered code, or forgets it. */
export function couponCookie(code: string | null, request: Request): string {
  const secure = new URL(request.url).protocol === 'https:' ? '; Secure' : ''
  const age = code ? ONE_DAY : 0
  return `${COUPON_COOKIE}=${encodeURIComponent(code ?? '')}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
