import type { OfferPolicy } from '#shop/ctx.ts'
import { OFFER_NAME } from '#shop/pricing/first-order-offer.ts'

/** Marks the place in every page where the notice can be inserted. It is an HTML comment and therefore invisible. */
export const NOTICE_MARK = '<!--notice-->'

export const DATABASE_UNAVAILABLE =
  'We have a problem on our side, so orders and accounts aren’t available right now. Your cart is safe; please try again in a few minutes.'

/** The notice on cached pages while the database is unavailable. It is HTML, since those pages are already rendered. */
export const READ_ONLY_NOTICE = `<p class="wrap away-notice"><b>Browsing only right now.</b> We have a technical problem:
prices and stock may be out of date, and you can’t order just yet. Your cart is safe.</p>`

/** Marks the place in every page where a friend's offer can be inserted. Also an HTML comment. */
export const FRIEND_MARK = '<!--friend-->'

/** Returns the offer for a browser that followed a friend's link. `percent`: the discount on the first order. */
export function friendStrip(percent: number, { firstOrderOffer }: OfferPolicy): string {
  const others = firstOrderOffer ? `${OFFER_NAME} or a coupon` : 'a coupon'
  return `<aside lang="en" class="friend-strip" aria-label="Your friend’s offer"><p class="wrap"><b>${percent}% off your first order with your friend’s link.</b>
Or ${others}: whichever saves you more.</p></aside>`
}
