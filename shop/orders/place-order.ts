import { createHash, randomUUID } from 'node:crypto'
import { recordAction } from '#shop/audit/audit.sql.ts'
import { numbersIn, serializeCart } from '#shop/carts/cart.ts'
import { emptyCart } from '#shop/carts/carts.sql.ts'
import { allocatedUnits, type PricedCart, priceCart } from '#shop/carts/priced-cart.ts'
import { findSellables } from '#shop/catalogue/products.read.ts'
import { readTaxTerms } from '#shop/catalogue/tax-rates.read.ts'
import { type CodeLookup, withGuessLimit } from '#shop/coupons/code.ts'
import { refuseAllCodes, refuseCoupon } from '#shop/coupons/coupon.ts'
import { redeemCoupon } from '#shop/coupons/uses.sql.ts'
import type { Ctx, Db, KeyClaim } from '#shop/ctx.ts'
import type { ShippingAddress } from '#shop/customers/address.ts'
import type { Business } from '#shop/customers/business-input.ts'
import { isOwnAccount } from '#shop/customers/own-accounts.read.ts'
import { findCustomer } from '#shop/customers/users.read.ts'
import { lockCustomer } from '#shop/customers/users.sql.ts'
import { allocateStock } from '#shop/inventory/stock.sql.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { maxDiscountOf, may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import type { PlaceOrderInput } from '#shop/orders/input.ts'
import { limitRefusal } from '#shop/orders/limits.ts'
import { readOrderHistory } from '#shop/orders/orders.read.ts'
import { discountColumns, insertMailedEvent, insertOrder, type NewOrder } from '#shop/orders/orders.sql.ts'
import { isBelowCardMinimum } from '#shop/payment-gateway.ts'
import { holdUntil, PAYMENT_LINK_MINUTES } from '#shop/payments/intent.ts'
import { insertIntent } from '#shop/payments/intents.sql.ts'
import { isOffered } from '#shop/payments/payment.ts'
import { type AvailableDiscounts, findDiscounts } from '#shop/pricing/discounts.read.ts'
import { roundForMethod } from '#shop/pricing/quote.ts'
import { recordReferredOrder } from '#shop/referrals/referrals.sql.ts'
import { runOnce } from '#shop/run-once.ts'
import { inTransaction } from '#shop/transaction.ts'

const MAX_ATTEMPTS = 3
const FOREIGN_KEY_VIOLATION = '23503'
const COUPON_CONSTRAINT = 'orders_coupon_id_fkey'

/** `by`: the member of staff who creates the order; null when the customer places it. */
type Buyer = { customer: Person; by: { id: string; discountPercent: number } | null }

/** Places an order. A repeated request returns the same order; a different request with the same key is refused. */
export async function placeOrder(ctx: Ctx, input: PlaceOrderInput) {
  const { actor } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  return placeFor(ctx, { customer: actor, by: null }, input)
}

export type CustomerOrder = { customerId: string; discountPercent: number }

/**
 * Places an order for a customer on the phone. Idempotent like `placeOrder`. A card order is paid by a link. The
 * customer's discounts and limits apply; of several discounts the largest counts.
 */
export async function createOrder(ctx: Ctx, input: PlaceOrderInput & CustomerOrder) {
  if (!may(ctx.actor, 'orders.create')) return err('not_allowed')
  const buyer = await findBuyer(ctx, ctx.actor, input)
  if (!buyer.ok) return buyer
  const placed = await placeFor(ctx, buyer.value, input)
  return !placed.ok && placed.reason === 'signed_out' ? err('user_not_found') : placed
}

type QuoteInput = Pick<PlaceOrderInput, 'lines' | 'couponCode' | 'paymentMethod'> & {
  /** Null while it is incomplete. */
  shippingAddress: ShippingAddress | null
}

/** Prices an order for a customer on the phone without placing it. */
export async function quoteOrder(ctx: Ctx, input: QuoteInput & CustomerOrder) {
  if (!may(ctx.actor, 'orders.create')) return err('not_allowed')
  const buyer = await findBuyer(ctx, ctx.actor, input)
  if (!buyer.ok) return buyer
  const priced = await withGuessLimit(ctx.guesses, [input.couponCode], (codes) =>
    priceFor(ctx, ctx.db, buyer.value, input, codes),
  )
  return ok(priced.cart)
}

/** Finds the customer and the staff discount. Staff cannot discount their own orders. */
async function findBuyer({ db }: Ctx, actor: Person, { customerId, discountPercent }: CustomerOrder) {
  if (discountPercent > maxDiscountOf(actor)) return err('discount_above_limit')
  const customer = await findCustomer(db, customerId)
  if (!customer) return err('user_not_found')
  if (discountPercent > 0 && (await isOwnAccount(db, actor.id, customer.id))) return err('own_discount')
  return ok<Buyer>({ customer, by: { id: actor.id, discountPercent } })
}

/** Places an order for a buyer. The idempotency key belongs to the actor: the customer, or the member of staff. */
function placeFor(ctx: Ctx, buyer: Buyer, input: PlaceOrderInput) {
  const { customer, by } = buyer
  const claim: KeyClaim = {
    userId: by?.id ?? customer.id,
    key: input.idempotencyKey,
    fingerprint: input.requestFingerprint ?? fingerprintOf(input, by && { ...by, customerId: customer.id }),
    resultId: randomUUID(),
    now: ctx.now,
  }
  const placeWithClaim = (keyed: Ctx) => placeOnce(keyed, buyer, input, claim.resultId)
  return runOnce(ctx, claim, placeWithClaim, async (orderId) => ok({ orderId, isReplay: true }))
}

async function placeOnce(ctx: Ctx, buyer: Buyer, input: PlaceOrderInput, orderId: string) {
  if (!isOffered(input.paymentMethod, ctx.payments)) return err('payment_method_unavailable')
  if (isOwnGstin(ctx, input.business)) return err('own_gstin')
  // Counts code guesses outside the transaction, which must not wait for a second connection.
  const outcome = await withGuessLimit(ctx.guesses, [input.couponCode, input.referralCode], async (codes) => {
    let last = await attempt(ctx, buyer, input, orderId, codes)
    for (let attempts = 1; isConflict(last) && attempts < MAX_ATTEMPTS; attempts += 1)
      last = await attempt(ctx, buyer, input, orderId, codes)
    return last
  })
  if (outcome.ok) ctx.stockEvents.stockChanged()
  return isConflict(outcome) ? refusalOf(outcome) : outcome
}

/** True for the shop's own GSTIN. A GST return cannot contain a sale to its own filer. */
export function isOwnGstin({ config }: Pick<Ctx, 'config'>, business: Business | null | undefined): boolean {
  return Boolean(business) && business?.gstin === config.seller.gstin
}

async function attempt(ctx: Ctx, buyer: Buyer, input: PlaceOrderInput, orderId: string, codes: CodeLookup) {
  try {
    return await inTransaction(ctx, (db) => placeLocked(ctx, db, buyer, input, orderId, codes))
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    // The coupon was deleted after the cart was priced.
    if (code === FOREIGN_KEY_VIOLATION && constraint === COUPON_CONSTRAINT) return err('coupon_lost')
    throw error
  }
}

type Outcome = Awaited<ReturnType<typeof attempt>>
/** In the meantime another transaction used up or changed the coupon or a product. */
type Conflict = Extract<Outcome, { reason: 'coupon_lost' | 'stock_lost' }>

function isConflict(outcome: Outcome): outcome is Conflict {
  return !outcome.ok && ['coupon_lost', 'stock_lost'].includes(outcome.reason)
}

function refusalOf(conflict: Conflict) {
  return conflict.reason === 'coupon_lost'
    ? refuseCoupon('coupon_used_up')
    : err('out_of_stock', { cart: conflict.cart })
}

async function priceFor(
  { config, now }: Ctx,
  db: Db,
  { customer, by }: Buyer,
  input: QuoteInput & Pick<PlaceOrderInput, 'referralCode'>,
  lookup: CodeLookup,
) {
  const { couponCode = null, referralCode = null, shippingAddress: delivery } = input
  const history = await readOrderHistory(db, customer, delivery?.phone)
  const entered = { couponCode, referralCode, lookup, delivery, offers: config.offers }
  const { hasOrdered } = history
  const discounts = await findDiscounts(db, { ...entered, hasOrdered, actor: customer, now })
  const products = await findSellables(db, numbersIn(input.lines))
  const { shipping, orderLimits } = config
  const taxes = await readTaxTerms(db, config.taxes, numbersIn(input.lines), dayOf(now))
  const terms = { shipping, taxes, maxUnits: orderLimits.unitsPerProduct }
  const available = { ...discounts.discounts, staffPercent: by?.discountPercent ?? 0 }
  const priced = priceCart(input.lines, products, terms, available)
  const cart = { ...priced, quote: roundForMethod(input.paymentMethod, priced.quote, config) }
  return { history, discounts, products, cart }
}

async function placeLocked(
  ctx: Ctx,
  db: Db,
  buyer: Buyer,
  input: PlaceOrderInput,
  orderId: string,
  codes: CodeLookup,
) {
  const { config, now } = ctx
  const { customer, by } = buyer
  // Locks the customer, because discounts and limits depend on the customer's earlier orders.
  if (!(await lockCustomer(db, customer.id))) return err('signed_out')
  const { history, discounts, products, cart } = await priceFor(ctx, db, buyer, input, codes)
  const problem = problemOf(cart, discounts, input.expectedTotal)
  if (problem) return problem
  const { paymentMethod } = input
  if (paymentMethod === 'card' && isBelowCardMinimum(cart.quote.total)) return err('below_card_minimum')
  const limit = { paymentMethod, total: cart.quote.total }
  const refusal = limitRefusal(limit, config.orderLimits, history)
  if (refusal) return refusal

  const order: NewOrder = {
    id: orderId,
    userId: customer.id,
    actorId: by?.id ?? customer.id,
    idempotencyKey: input.idempotencyKey,
    paymentMethod,
    paymentStatus: paymentMethod === 'card' && cart.quote.total === 0 ? 'paid' : 'pending',
    ...discountColumns(cart, discounts.coupon?.id ?? null),
    source: input.source ?? null,
    address: input.shippingAddress,
    business: input.business ?? null,
    shipping: config.shipping,
    cart,
    now,
  }
  if (!(await insertOrder(db, order))) return err('signed_out')
  if (!(await redeemDiscount(db, order, discounts))) return err('coupon_lost')
  if (!by) await emptyCart(db, customer.id, input.lines, now)
  await startPayment(ctx, db, order, by !== null)
  if (by) {
    const created = { payment: paymentMethod, total: cart.quote.total, discountPercent: by.discountPercent }
    await recordAction(db, ctx, 'create', 'order', orderId, null, created)
  }
  const allocated = { units: allocatedUnits(cart), products, orderId, actorId: order.actorId, now }
  if (!(await allocateStock(db, allocated))) return err('stock_lost', { cart })
  return ok({ orderId, isReplay: false })
}

/** Inserts the payment intent of a card order, which is confirmed after its payment. Confirms other orders now. */
async function startPayment(ctx: Ctx, db: Db, order: NewOrder, isByLink: boolean) {
  const { id: orderId, actorId, paymentMethod, cart } = order
  const amount = cart.quote.total
  const gateway = paymentMethod === 'card' && amount > 0 ? ctx.payments.card : null
  if (!gateway) return ctx.jobs.send(db, { queue: 'order-confirmation', data: { orderId } })
  const { now } = ctx
  const until = holdUntil(now, isByLink ? PAYMENT_LINK_MINUTES : ctx.config.cardHoldMinutes)
  const { provider, isTest } = gateway
  await insertIntent(db, { orderId, provider, isTest, amount, holdUntil: until, now })
  if (!isByLink) return
  const event = { orderId, kind: 'payment_link', status: 'pending', actorId, now } as const
  const note = `Please pay by ${formatDayAndTime(until)}.`
  await insertMailedEvent(db, ctx.jobs, { ...event, note })
}

/** Redeems the coupon and records the referral. Returns false if the coupon has changed since pricing. */
async function redeemDiscount(db: Db, order: NewOrder, { coupon, referrerId }: AvailableDiscounts) {
  const { id: orderId, userId, now } = order
  const { subtotal } = order.cart.quote
  if (coupon && order.couponId && !(await redeemCoupon(db, { coupon, orderId, userId, subtotal, now })))
    return false
  if (referrerId) await recordReferredOrder(db, { newcomerId: userId, referrerId, orderId, now })
  return true
}

/** Returns the first refusal, or null. Ignores an unusable code if the customer has seen the total without it. */
function problemOf(cart: PricedCart, { waitSeconds }: AvailableDiscounts, expectedTotal: number | undefined) {
  const isShort = cart.lines.some(
    (line) => line.problem === 'out_of_stock' || line.problem === 'too_few_left',
  )
  if (isShort) return err('out_of_stock', { cart })
  if (cart.lines.some((line) => line.problem === 'too_many')) return err('too_many_units', { cart })
  if (!cart.canCheckOut) return err('cart_has_problems', { cart })
  // Pages without scripts show the total before the round-off.
  const { total, roundOff } = cart.quote
  if (expectedTotal === total || expectedTotal === total - roundOff) return null
  if (waitSeconds > 0) return refuseAllCodes(waitSeconds)
  if (cart.couponRefusal) return cart.couponRefusal
  return expectedTotal === undefined ? null : err('total_changed', { cart })
}

type StaffTerms = { customerId: string; discountPercent: number }

/** Hashes lines, address, payment method, codes, business and the terms set by staff, but not the expected total. */
export function fingerprintOf(input: PlaceOrderInput, terms: StaffTerms | null = null): string {
  const { lines, shippingAddress, paymentMethod } = input
  const { couponCode = null, referralCode = null, business = null } = input
  const parts = [serializeCart(lines), shippingAddress, paymentMethod, couponCode, referralCode, business]
  if (terms) parts.push(`${terms.customerId} ${terms.discountPercent}`)
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
