import type { OfferPolicy } from '#shop/ctx.ts'
import { OFFER_NAME } from '#shop/pricing/first-order-offer.ts'

/** Marks in every page where a friend's offer can be inserted; an HTML comment, so it is invisible. */
export const FRIEND_MARK = '<!--friend-->'

/**
 * The offer on every page of a browser that followed a friend's link; HTML, because cached pages are already rendered.
 * `percent` is off the first order.
 */
export function friendStrip(percent: number, { firstOrderOffer }: OfferPolicy): string {
  const others = firstOrderOffer ? `${OFFER_NAME} or a coupon` : 'a coupon'
  return `<aside lang="en" class="friend-strip" aria-label="Your friend’s offer"><p class="wrap"><b>${percent}% off your first order with your friend’s link.</b>
Or ${others}: whichever saves you more.</p></aside>`
}
