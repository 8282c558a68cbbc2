import { createHash, randomUUID } from 'node:crypto'
import { linesIn } from '#shop/carts/account-cart.ts'
import { emptyCart } from '#shop/carts/carts.sql.ts'
import {
  type PricedCart,
  pickCounts,
  priceCart,
  unitsRequested,
  type WantedLine,
} from '#shop/carts/priced-cart.ts'
import { findSellables } from '#shop/catalogue/products.read.ts'
import { type CouponRefusal, refuseAllCodes, refuseCoupon } from '#shop/coupons/coupon.ts'
import { type CodeTries, tryCodes } from '#shop/coupons/guesses.ts'
import { redeemCoupon } from '#shop/coupons/uses.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { lockCustomer } from '#shop/customers/users.sql.ts'
import { allocateStock } from '#shop/inventory/stock.sql.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import type { OrderLineInput, PlaceOrderInput } from '#shop/orders/input.ts'
import { orderStanding } from '#shop/orders/limits.read.ts'
import { type LimitRefusal, limitRefusal } from '#shop/orders/limits.ts'
import { findByKey, insertOrder, type NewOrder } from '#shop/orders/placing.sql.ts'
import { holdUntil } from '#shop/payments/intent.ts'
import { insertIntent } from '#shop/payments/intents.sql.ts'
import { isOffered } from '#shop/payments/methods.ts'
import { type DiscountQuestion, type FoundDiscounts, findDiscounts } from '#shop/pricing/discounts.read.ts'
import { recordReferredOrder } from '#shop/referrals/referrals.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

export type PlaceOrderRefusal =
  | { ok: false; reason: 'signed_out' }
  | { ok: false; reason: 'payment_method_unavailable' }
  | { ok: false; reason: 'idempotency_key_reused' }
  | { ok: false; reason: 'cart_has_problems'; cart: PricedCart }
  | { ok: false; reason: 'out_of_stock'; cart: PricedCart }
  | { ok: false; reason: 'too_many_units'; cart: PricedCart }
  | { ok: false; reason: 'total_changed'; cart: PricedCart }
  | LimitRefusal
  | CouponRefusal

/** Somebody took the last use of the coupon or the goods, or they were changed, while this order was being placed. */
type Lost =
  | { ok: false; reason: 'coupon_lost' }
  | { ok: false; reason: 'goods_lost'; cart: PricedCart }
  | { ok: false; reason: 'deadlock'; error: unknown }

/** How often an order whose coupon or goods were changed under its hands is tried with what they are then. */
const TRIES = 3
/** PostgreSQL's code for a transaction that was ended because two waited for each other. */
const DEADLOCK = '40P01'
/** PostgreSQL's code for a row that names one that is not there, and what holds an order to its coupon. */
const NAMES_NOTHING = '23503'
const TO_COUPON = 'orders_coupon_id_fkey'

export type PlacedOrder = { orderId: string; isReplay: boolean }

/**
 * Places an order in one transaction: stock taken (picks included), coupon used, order, items, address, event and the
 * mail's job, or nothing at all. The same key with the same request gives the same order; with another request it is refused.
 */
export async function placeOrder(
  ctx: Ctx,
  input: PlaceOrderInput,
): Promise<Result<PlacedOrder, PlaceOrderRefusal>> {
  const { actor } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  if (!isOffered(input.paymentMethod, ctx.payments)) return err('payment_method_unavailable')
  const fingerprint = fingerprintOf(input)
  // Counted outside the transaction, which must not wait for a second connection.
  const outcome = await tryCodes(ctx.guesses, [input.couponCode, input.referralCode], async (codes) => {
    let last = await attempt(ctx, actor, input, { fingerprint, codes })
    for (let tries = 1; isLost(last) && tries < TRIES; tries += 1)
      last = await attempt(ctx, actor, input, { fingerprint, codes })
    return last
  })
  if (outcome.ok) {
    ctx.news.stockMoved()
    return outcome
  }
  // This request may have come before, or a twin of it may just have won and taken the very stock that it missed.
  const earlier = await replay(ctx.db, actor.id, input.idempotencyKey, fingerprint)
  return earlier ?? (isLost(outcome) ? refusalOf(outcome) : outcome)
}

/** What the request is known by, and how its codes are looked up. */
type Request = { fingerprint: string; codes: CodeTries }

type Outcome = Result<PlacedOrder, PlaceOrderRefusal | Lost>

/**
 * Everybody locks in the same order, but a product's row is held weakly by its lines before it is changed, and
 * PostgreSQL now and then takes many who do that at once for a deadlock: it ends one of them, which then tries again.
 */
async function attempt(ctx: Ctx, actor: Person, input: PlaceOrderInput, request: Request): Promise<Outcome> {
  try {
    return await inTransaction<PlacedOrder, PlaceOrderRefusal | Lost>(ctx, (db) =>
      place(ctx, db, actor, input, request),
    )
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    // The coupon was deleted after it was priced.
    if (code === NAMES_NOTHING && constraint === TO_COUPON) return err('coupon_lost')
    if (code !== DEADLOCK) throw error
    return { ok: false, reason: 'deadlock', error }
  }
}

function isLost(outcome: Outcome): outcome is Lost {
  return !outcome.ok && ['coupon_lost', 'goods_lost', 'deadlock'].includes(outcome.reason)
}

/** Whatever was done, somebody else was faster. Throws what ended the last try, if nothing of the order's own did. */
function refusalOf(lost: Lost): PlaceOrderRefusal {
  if (lost.reason === 'deadlock') throw lost.error
  return lost.reason === 'coupon_lost'
    ? refuseCoupon('coupon_used_up')
    : { ok: false, reason: 'out_of_stock', cart: lost.cart }
}

async function place(
  ctx: Ctx,
  db: Db,
  actor: Person,
  input: PlaceOrderInput,
  { fingerprint, codes }: Request,
): Promise<Outcome> {
  const { config, now } = ctx
  // A customer's orders wait for each other: it is decided which of them is the first, and how many may be open.
  if (!(await lockCustomer(db, actor.id))) return err('signed_out')
  const found = await findDiscounts(db, discountQuestion(ctx, input, codes))
  const lines = linesOf(input.items)
  const units = unitsRequested(lines)
  const products = await findSellables(db, [...units.keys()])
  const { shipping, orderLimits } = config
  const terms = { shipping, mostUnits: orderLimits.unitsPerProduct }
  const cart = priceCart(lines, products, terms, found.discounts)
  const problem = problemOf(cart, found, input.expectedTotal)
  if (problem) return problem
  const { paymentMethod } = input
  const limit = { paymentMethod, total: cart.quote.total }
  const refusal = limitRefusal(
    limit,
    orderLimits,
    await orderStanding(db, actor, input.shippingAddress.phone),
  )
  if (refusal) return refusal

  const order: NewOrder = {
    id: randomUUID(),
    userId: actor.id,
    idempotencyKey: input.idempotencyKey,
    requestFingerprint: fingerprint,
    paymentMethod,
    paymentStatus: paymentMethod === 'card' && cart.quote.total === 0 ? 'paid' : 'pending',
    ...discountColumns(cart, found),
    address: input.shippingAddress,
    cart,
    now,
  }
  const written = await insertOrder(db, order)
  if (written === 'account_closed') return err('signed_out')
  if (written === 'key_taken') return err('idempotency_key_reused')
  if (!(await takeDiscount(db, order, found))) return err('coupon_lost')
  await emptyCart(db, actor.id, linesIn(cart.lines), now)
  await askForPayment(ctx, db, order)
  const goods = { units, products, orderId: order.id, actorId: actor.id, now }
  if (!(await allocateStock(db, goods))) return { ok: false, reason: 'goods_lost', cart }
  return ok({ orderId: order.id, isReplay: false })
}

/** An order by card waits for its money, and is confirmed when that has come; any other is confirmed at once. */
async function askForPayment(
  ctx: Ctx,
  db: Db,
  { id: orderId, paymentMethod, cart }: NewOrder,
): Promise<void> {
  const amount = cart.quote.total
  const gateway = paymentMethod === 'card' && amount > 0 ? ctx.payments.card : null
  if (!gateway) return ctx.jobs.send(db, { queue: 'order-confirmation', data: { orderId } })
  const { now } = ctx
  const until = holdUntil(now, ctx.config.cardHoldMinutes)
  const { provider, isTest } = gateway
  await insertIntent(db, { orderId, provider, isTest, amount, holdUntil: until, now })
}

function discountQuestion(
  { actor, config, now }: Ctx,
  input: PlaceOrderInput,
  tries: CodeTries,
): DiscountQuestion {
  return {
    tries,
    actor,
    couponCode: input.couponCode ?? null,
    referralCode: input.referralCode ?? null,
    delivery: input.shippingAddress,
    offers: config.offers,
    now,
  }
}

/** What the order's row keeps of its discount. */
function discountColumns({ appliedDiscount: applied }: PricedCart, { coupon }: FoundDiscounts) {
  return {
    couponId: applied?.kind === 'coupon' ? (coupon?.id ?? null) : null,
    couponCode: applied?.code ?? null,
    discountKind: applied?.kind ?? null,
    discountLabel: applied?.label ?? null,
    notes: applied?.code ? `Coupon applied: ${applied.code}` : null,
  }
}

/** Uses the coupon, and notes whose friend has ordered. False when the coupon is not what it was when it was priced. */
async function takeDiscount(
  db: Db,
  order: NewOrder,
  { coupon, referrerId }: FoundDiscounts,
): Promise<boolean> {
  const { id: orderId, userId, now } = order
  const { subtotal } = order.cart.quote
  if (coupon && order.couponId && !(await redeemCoupon(db, { coupon, orderId, userId, subtotal, now })))
    return false
  if (referrerId) await recordReferredOrder(db, { newcomerId: userId, referrerId, orderId, now })
  return true
}

/**
 * A code that cannot be used is refused, unless the customer has seen the total without it. So is a total that is not
 * the one that was seen.
 */
function problemOf(
  cart: PricedCart,
  { waitSeconds }: FoundDiscounts,
  expectedTotal: number | undefined,
): PlaceOrderRefusal | null {
  const isShort = cart.lines.some(
    (line) => line.problem === 'out_of_stock' || line.problem === 'too_few_left',
  )
  if (isShort) return { ok: false, reason: 'out_of_stock', cart }
  if (cart.lines.some((line) => line.problem === 'too_many'))
    return { ok: false, reason: 'too_many_units', cart }
  if (!cart.canCheckOut) return { ok: false, reason: 'cart_has_problems', cart }
  if (expectedTotal === cart.quote.total) return null
  if (waitSeconds > 0) return refuseAllCodes(waitSeconds)
  if (cart.couponRefusal) return cart.couponRefusal
  return expectedTotal === undefined ? null : { ok: false, reason: 'total_changed', cart }
}

async function replay(
  db: Db,
  userId: string,
  key: string,
  fingerprint: string,
): Promise<Result<PlacedOrder, { ok: false; reason: 'idempotency_key_reused' }> | null> {
  const earlier = await findByKey(db, userId, key)
  if (!earlier) return null
  if (earlier.requestFingerprint !== fingerprint) return err('idempotency_key_reused')
  return ok({ orderId: earlier.id, isReplay: true })
}

/** The lines of a request; each is known by its place in it. */
export function linesOf(items: readonly OrderLineInput[]): WantedLine[] {
  return items.map((item, at) => ({
    key: `${at}`,
    productId: item.productId,
    quantity: item.quantity,
    picks: pickCounts(item.tastemakers ?? []),
  }))
}

/** What makes two requests the same order: lines, address, payment method and codes, not the total that was shown. */
function fingerprintOf(input: PlaceOrderInput): string {
  const { items, shippingAddress, paymentMethod, couponCode = null, referralCode = null } = input
  return createHash('sha256')
    .update(JSON.stringify([items, shippingAddress, paymentMethod, couponCode, referralCode]))
    .digest('hex')
}
