import { sql } from 'kysely'
import { type CodeLookup, withGuessLimit } from '#shop/coupons/code.ts'
import {
  type Coupon,
  type CouponRefusal,
  couponProblem,
  refuseAllCodes,
  refuseCoupon,
} from '#shop/coupons/coupon.ts'
import { findCoupon } from '#shop/coupons/coupons.sql.ts'
import { countUses } from '#shop/coupons/uses.sql.ts'
import type { Ctx, Db, OfferPolicy } from '#shop/ctx.ts'
import type { Actor } from '#shop/kernel/actor.ts'
import { PREPARED } from '#shop/prepared-statement.ts'
import type { Discounts, EnteredCodes } from '#shop/pricing/discounts.ts'
import {
  findReferrer,
  hasHouseholdOrdered,
  isReferrer,
  type Newcomer,
  type Referrer,
  referrerOf,
} from '#shop/referrals/referrals.sql.ts'

export type DiscountRequest = EnteredCodes & {
  actor: Actor
  /** The delivery address, if known. The referral code of the same household is refused. */
  delivery: Newcomer['delivery']
  offers: OfferPolicy
  /** Whether the customer has ordered; looked up when omitted. */
  hasOrdered?: boolean
  now: Date
  /** See shop/coupons/code.ts. */
  lookup: CodeLookup
}

export type AvailableDiscounts = {
  discounts: Discounts
  coupon: Coupon | null
  /** Id of the person who referred the customer; null without a valid referral. */
  referrerId: string | null
  /** Above 0 after too many wrong codes: the codes were not checked. */
  waitSeconds: number
}

/** True if all orders of the customer are cancelled; `exceptId` does not count. */
export async function isFirstOrder(db: Db, userId: string, exceptId: string | null = null): Promise<boolean> {
  const { rows } = await sql`${PREPARED}
    select id from orders where user_id = ${userId}::uuid and status <> 'cancelled'
      and id is distinct from ${exceptId}::uuid limit 1`.execute(db)
  return rows.length === 0
}

/** Visitors count as new customers until they sign in. */
export async function findDiscounts(db: Db, request: DiscountRequest): Promise<AvailableDiscounts> {
  const { couponCode, offers, lookup } = request
  const first = await isFirst(db, request)
  const entered = couponCode === null ? null : await checkCode(db, couponCode, first, request)
  if (couponCode !== null && entered?.refusal?.reason === 'coupon_invalid') lookup.misses.add(couponCode)
  const anyReferrer =
    first === false || offers.referralPercent === 0 ? null : await referrerFor(db, request, entered)
  const isOwn = anyReferrer !== null && (await isSelf(db, anyReferrer, request))
  const referrer = isOwn ? null : anyReferrer
  const percentOf = ({ discount }: Referrer) => discount ?? offers.referralPercent
  return {
    discounts: {
      coupon: entered?.coupon ? termsOf(entered.coupon) : null,
      refusedCoupon: entered?.refusal ? { code: couponCode ?? '', refusal: entered.refusal } : null,
      referral: referrer && { code: referrer.code, percent: percentOf(referrer) },
      sameHousehold: isOwn && isOtherAccount(anyReferrer, request) ? percentOf(anyReferrer) : null,
      isFirstOrder: first,
      isKnownHousehold: await isKnownHousehold(db, first, request),
      offers,
    },
    coupon: entered?.coupon ?? null,
    referrerId: referrer?.id ?? null,
    waitSeconds: lookup.waitSeconds,
  }
}

async function isFirst(db: Db, { actor, hasOrdered }: DiscountRequest): Promise<boolean | 'unknown'> {
  if (actor.kind === 'visitor') return 'unknown'
  return hasOrdered === undefined ? isFirstOrder(db, actor.id) : !hasOrdered
}

async function isKnownHousehold(
  db: Db,
  first: boolean | 'unknown',
  { actor, delivery, offers }: DiscountRequest,
): Promise<boolean> {
  if (actor.kind === 'visitor' || first === false || !offers.firstOrderOffer) return false
  return hasHouseholdOrdered(db, { userId: actor.id, delivery })
}

type CodeResult = { coupon: Coupon | null; friend: Referrer | null; refusal: CouponRefusal | null }

const SAME_HOUSEHOLD = 'Your friend’s code doesn’t apply: this order goes to the same household.'

async function checkCode(db: Db, code: string, first: boolean | 'unknown', request: DiscountRequest) {
  const { waitSeconds } = request.lookup
  if (waitSeconds > 0) return { coupon: null, friend: null, refusal: refuseAllCodes(waitSeconds) }
  const customerId = request.actor.kind === 'visitor' ? null : request.actor.id
  const coupon = await findCoupon(db, code)
  if (!coupon) return checkReferralCode(db, code, first, request)
  const isCapped = customerId !== null && coupon.maxUsesPerCustomer !== null
  const uses = isCapped ? await countUses(db, coupon.id, customerId) : 0
  const refusal = couponProblem(coupon, { customerId, uses, now: request.now })
  return { coupon: refusal ? null : coupon, friend: null, refusal }
}

/** Customers without the link may type a referral code into the coupon field. */
async function checkReferralCode(db: Db, code: string, first: boolean | 'unknown', request: DiscountRequest) {
  const friend = request.offers.referralPercent > 0 ? await findReferrer(db, code) : null
  const none = { coupon: null, friend: null }
  if (!friend) return { ...none, refusal: refuseCoupon('coupon_invalid') }
  if (await isSelf(db, friend, request)) {
    const own = refuseCoupon('referral_own')
    return { ...none, refusal: isOtherAccount(friend, request) ? { ...own, message: SAME_HOUSEHOLD } : own }
  }
  if (first === false) return { ...none, refusal: refuseCoupon('referral_not_first') }
  return { coupon: null, friend, refusal: null }
}

/**
 * Returns the saved referrer, else the owner of a typed code, else the owner of a link's code. May return someone of
 * the same household.
 */
async function referrerFor(db: Db, request: DiscountRequest, entered: CodeResult | null) {
  const { actor, referralCode, lookup } = request
  const savedReferrer = actor.kind === 'visitor' ? null : await referrerOf(db, actor.id)
  const linkReferrer =
    savedReferrer || entered?.friend || !referralCode ? null : await referrerByLink(db, referralCode, lookup)
  return savedReferrer ?? entered?.friend ?? linkReferrer
}

async function referrerByLink(db: Db, code: string, { waitSeconds, misses }: CodeLookup) {
  const referrer = waitSeconds > 0 ? null : await findReferrer(db, code)
  if (!referrer) misses.add(code)
  return referrer
}

async function isSelf(db: Db, referrer: Referrer, { actor, delivery }: DiscountRequest): Promise<boolean> {
  return actor.kind === 'person' && isReferrer(db, referrer.id, { userId: actor.id, delivery })
}

/** True if the referral code belongs to another account than the actor's. */
function isOtherAccount(referrer: Referrer, { actor }: DiscountRequest): boolean {
  return actor.kind === 'person' && actor.id !== referrer.id
}

function termsOf({ code, name, value, minOrderAmount }: Coupon): Discounts['coupon'] {
  return { code, name, value, minOrderAmount }
}

/** Looks up the discounts. After too many wrong codes a coupon is refused, and a link's code is ignored. */
export async function lookUpDiscounts(
  { db, actor, now, config, guesses }: Ctx,
  { delivery, hasOrdered, ...codes }: EnteredCodes & Pick<DiscountRequest, 'delivery' | 'hasOrdered'>,
): Promise<AvailableDiscounts> {
  const history = hasOrdered === undefined ? {} : { hasOrdered }
  const request = { ...codes, ...history, actor, now, delivery, offers: config.offers }
  return withGuessLimit(guesses, [codes.couponCode, codes.referralCode], (lookup) =>
    findDiscounts(db, { ...request, lookup }),
  )
}
