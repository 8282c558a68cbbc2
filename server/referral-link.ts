import { parseCookieHeader, serializeSetCookie } from '#app/request/cookies.server.ts'
import { guessLimiter } from '#infra/rate-limits/guess-limiter.ts'
import type { RateLimiter } from '#infra/rate-limits/rate-limits.ts'
import { referralCodeInput } from '#shop/coupons/code.ts'
import type { Ctx, OfferPolicy } from '#shop/ctx.ts'
import { type Actor, VISITOR } from '#shop/kernel/actor.ts'
import { lookUpDiscounts } from '#shop/pricing/discounts.read.ts'
import { OFFER_NAME } from '#shop/pricing/first-order-offer.ts'

const CODE = /^[A-Z0-9]{4,60}$/
/** The shop's codes end with six digits of an id. Other values of `ref` come from other sites and are not stored. */
const OWN_CODE = /^[A-Z0-9]{1,54}[0-9A-F]{6}$/

export type ReferralLink = { url: string; code: string }

/** Reads `?ref=CODE` from path and query of a page, or returns null. */
export function readReferralLink(url: string): ReferralLink | null {
  if (!url.includes('ref=') || url.startsWith('/api/')) return null
  const [path = '', query = ''] = url.split('?', 2)
  const params = new URLSearchParams(query)
  const code = referralCodeInput.safeParse(params.get('ref')).data ?? ''
  if (!CODE.test(code)) return null
  params.delete('ref')
  return { url: params.size > 0 ? `${path}?${params}` : path, code }
}

/** Returns a Set-Cookie value, or null if the code is not the shop's or the browser already has a code. */
export function rememberLink(link: ReferralLink, cookies: string, isSecure: boolean): string | null {
  if (!OWN_CODE.test(link.code) || codeInCookie(cookies)) return null
  return serializeSetCookie('ref', link.code, isSecure)
}

export type FriendOffers = ReturnType<typeof friendOffers>

type Visit = { link: ReferralLink | null; cookies: string; actor: Actor; network: string; isSecure: boolean }

type Sources = { ctxFor: (actor: Actor) => Ctx; limits: RateLimiter; onError: (error: unknown) => void }

/** Shows a friend's discount. Not for unknown codes, one's own code, or customers who have ordered. */
export function friendOffers({ ctxFor, limits, onError }: Sources) {
  const offersNow = () => ctxFor(VISITOR).config.offers
  /** Returns the strip for the percentage in the browser's cookie, or null. */
  const stripOf = (cookies: string) => {
    const percent = parseCookieHeader(cookies, 'friend')
    if (!PERCENT.test(percent)) return null
    const offers = offersNow()
    return offers.referralPercent === 0 ? null : friendStrip(Number(percent), offers)
  }
  return {
    stripOf,
    /** Looks up the current offer. Returns the strip and changed cookies. */
    async check({ link, cookies, actor, network, isSecure }: Visit) {
      const newCookie = link && rememberLink(link, cookies, isSecure)
      const setCookies = newCookie ? [newCookie] : []
      const code = codeInCookie(cookies) ?? (newCookie && link.code)
      try {
        const ctx = { ...ctxFor(actor), guesses: guessLimiter(limits, actor, network) }
        const percent = code ? await percentOf(ctx, code) : null
        const previous = parseCookieHeader(cookies, 'friend')
        const after = percent === null ? '' : `${percent}`
        if (after !== previous) setCookies.push(serializeSetCookie('friend', after, isSecure))
        return { strip: percent === null ? null : friendStrip(percent, offersNow()), setCookies }
      } catch (error) {
        onError(error)
        return { strip: stripOf(cookies), setCookies }
      }
    },
  }
}

/** Returns the offer for a browser that followed a friend's link. `percent`: the discount on the first order. */
function friendStrip(percent: number, { firstOrderOffer }: OfferPolicy): string {
  const others = firstOrderOffer ? `${OFFER_NAME} or a coupon` : 'a coupon'
  return `<aside lang="en" class="friend-strip" aria-label="Your friend’s offer"><p class="wrap"><b>${percent}% off your first order with your friend’s link.</b>
Or ${others}: whichever saves you more.</p></aside>`
}

const PERCENT = /^(?:100|[1-9]\d?)$/

async function percentOf(ctx: Ctx, referralCode: string): Promise<number | null> {
  const { discounts } = await lookUpDiscounts(ctx, { couponCode: null, referralCode, delivery: null })
  return discounts.isFirstOrder === false ? null : (discounts.referral?.percent ?? null)
}

export function codeInCookie(cookies: string): string | null {
  const code = parseCookieHeader(cookies, 'ref')
  return OWN_CODE.test(code) ? code : null
}
