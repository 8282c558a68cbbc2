import { recordAction } from '#shop/audit/audit.sql.ts'
import { type Cart, lineKey, numbersIn, serializeCart } from '#shop/carts/cart.ts'
import { findNumbers } from '#shop/carts/carts.read.ts'
import { type PricedCart, priceCart, allocatedUnits as unitsOfCart } from '#shop/carts/priced-cart.ts'
import { findSellables } from '#shop/catalogue/products.read.ts'
import { readTaxTerms } from '#shop/catalogue/tax-rates.read.ts'
import { findCoupon } from '#shop/coupons/coupons.sql.ts'
import { releaseCoupon } from '#shop/coupons/uses.sql.ts'
import type { Ctx, Db, OfferPolicy } from '#shop/ctx.ts'
import { isOwnAccount } from '#shop/customers/own-accounts.read.ts'
import { findCustomer } from '#shop/customers/users.read.ts'
import { allocatedUnits, lockStock, moveStock } from '#shop/inventory/stock.sql.ts'
import { openInvoice } from '#shop/invoices/invoices.sql.ts'
import { type Person, VISITOR } from '#shop/kernel/actor.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { formatAmount, larger, type Money, NO_MONEY, subtract } from '#shop/kernel/money.ts'
import { maxDiscountOf, may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import { cashProblem } from '#shop/orders/limits.ts'
import {
  editProblem,
  hasPaid,
  isUnpaid,
  type Order,
  type OrderItem,
  wasPaidInCash,
} from '#shop/orders/order.ts'
import { findOrder, readOrderHistory } from '#shop/orders/orders.read.ts'
import {
  discountColumns,
  insertMailedEvent,
  type LockedOrder,
  lockOrder,
  replaceItems,
} from '#shop/orders/orders.sql.ts'
import { isPacked, outdatePrints } from '#shop/orders/packing.sql.ts'
import { isCashDue } from '#shop/orders/packing.ts'
import { itemsText } from '#shop/orders/request.ts'
import { isRefundGranted, isReplaced, latestRequest } from '#shop/orders/requests.sql.ts'
import { isBelowCardMinimum } from '#shop/payment-gateway.ts'
import { holdUntil, PAYMENT_LINK_MINUTES } from '#shop/payments/intent.ts'
import { insertIntent, outdateIntent } from '#shop/payments/intents.sql.ts'
import { isOffered, type PaymentMethod } from '#shop/payments/payment.ts'
import { isBeingPaid } from '#shop/payments/payments.read.ts'
import { refundableAmount } from '#shop/payments/refunds.read.ts'
import { requestRefund } from '#shop/payments/request-refund.flow.ts'
import { mustConfirm, type RefuseRefund, withSecondPerson } from '#shop/payments/second-person.flow.ts'
import { isForFirstOrder } from '#shop/pricing/discounts.ts'
import { type Quote, roundForMethod } from '#shop/pricing/quote.ts'
import { findIntent } from '#shop/settlement/intents.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/** `method`: how the customer pays the difference if a paid order costs more. */
type ItemEdit = { orderId: string; lines: Cart; method: PaymentMethod }

/** `expectedTotal`: the total that staff saw, in paise. A different total is refused. */
export type AgreedEdit = ItemEdit & { version: number; expectedTotal: number }

/** Returns the lines of an order in the form in which they can be edited. */
export async function readEditableLines(db: Db, items: readonly OrderItem[]): Promise<Cart> {
  const ids = items.flatMap(({ productId, tastemakers }) => [
    productId,
    ...tastemakers.map((pick) => pick.productId),
  ])
  const numbers = await findNumbers(db, [...new Set(ids.flatMap((id) => id ?? []))])
  const numberOf = (id: string | null) => numbers.find((found) => found.id === id)?.number ?? 0
  return items.map(({ productId, quantity, tastemakers }) => ({
    number: numberOf(productId),
    quantity,
    picks: Object.fromEntries(tastemakers.map((pick) => [numberOf(pick.productId), pick.count])),
  }))
}

/** Prices changed lines without saving. Also returns the refund of the difference, and why they can't be saved. */
export async function quoteItems(ctx: Ctx, edit: ItemEdit) {
  const { actor } = ctx
  if (!may(actor, 'orders.change')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const found = await lockEditable(db, edit.orderId, ctx.now)
    return found.ok ? ok(await priceEdit(ctx, db, found.value, { ...edit, actor })) : found
  })
}

/**
 * Changes the items of an order before it is packed. A lower total of a paid order is refunded. A higher total is due
 * by a payment link or on delivery; the total of a cash order is always due on delivery. An invoice is credited and
 * replaced.
 */
export async function editItems(ctx: Ctx, edit: AgreedEdit) {
  if (!may(ctx.actor, 'orders.change')) return err('not_allowed')
  const { actor } = ctx
  const outcome = await withSecondPerson(ctx, edit.orderId, (refuseRefund) =>
    inTransaction(ctx, (db) => editLocked(ctx, db, { ...edit, actor }, refuseRefund)),
  )
  if (outcome.ok) ctx.stockEvents.stockChanged()
  return outcome
}

type Editable = { order: Order; locked: LockedOrder }

async function lockEditable(db: Db, orderId: string, now: Date) {
  const locked = await lockOrder(db, orderId)
  const order = locked && (await findOrder(db, orderId))
  if (!locked || !order) return err('order_not_found')
  const problem = editProblem(order)
  if (problem) return err(problem)
  if (order.trackingNumber || (await isPacked(db, orderId))) return err('already_packed')
  if (isUnpaid(order) && (order.advance === 0 || order.paymentStatus !== 'pending')) return err('edit_unpaid')
  if (await isBeingPaid(db, orderId, now)) return err('payment_confirming')
  if ((await findIntent(db, { orderId }))?.status === 'held') return err('payment_held')
  if (await isReplaced(db, orderId)) return err('replacement_sent')
  // The request's returned lines belong to the items that an edit would replace.
  if (await isRefundGranted(db, orderId)) return err('refund_granted')
  if ((await refundableAmount(db, orderId)) < settledAmount(order)) return err('edit_uncovered')
  const request = await latestRequest(db, orderId, 'cancellation')
  return request?.status === 'open' ? err('cancellation_open') : ok<Editable>({ order, locked })
}

/**
 * Prices the changed lines. Lines of the order keep price and rate. The order keeps its shipping rule, kind of
 * discount and price mode.
 */
async function priceEdit(
  { config, now, payments }: Ctx,
  db: Db,
  { order, locked }: Editable,
  { lines, method, actor }: Omit<ItemEdit, 'orderId'> & { actor: Person },
) {
  const held = await allocatedUnits(db, order.id)
  const found = await findSellables(db, numbersIn(lines))
  const ids = [...held.keys(), ...found.map(({ id }) => id)]
  await lockStock(db, [...new Set(ids)])
  const products = (await findSellables(db, numbersIn(lines))).map((product) => {
    return { ...product, stockQuantity: product.stockQuantity + (held.get(product.id) ?? 0) }
  })
  const current = await readTaxTerms(db, config.taxes, numbersIn(lines), dayOf(now))
  const added = current.prices === 'inclusive' ? 'exclusive' : current.prices
  const taxes = { ...current, prices: order.pricesIncludeTax ? ('inclusive' as const) : added }
  const ordered = await readEditableLines(db, order.items)
  const terms = {
    shipping: { fee: locked.shippingRate, freeAbove: locked.freeShippingAbove },
    ...{ taxes, maxUnits: config.orderLimits.unitsPerProduct },
    agreed: new Map(
      ordered.flatMap((line, at) => (order.items[at] ? [[lineKey(line), order.items[at]]] : [])),
    ),
    unsold: await findSellables(db, numbersIn(ordered), false),
  }
  const priced = priceCart(lines, products, terms, await discountsOf(db, order, locked, config.offers))
  const settled = settledAmount(order)
  const ownMethod = order.advance > 0 ? 'card' : order.paymentMethod
  const isDearer = settled > 0 && priced.quote.total > settled
  const quote =
    isDearer && method === 'cod' && !wasPaidInCash(order)
      ? roundForMethod('cod', priced.quote, config, settled)
      : roundForMethod(ownMethod, priced.quote, config)
  const due = larger(NO_MONEY, subtract(quote.total, settled))
  const refund = larger(NO_MONEY, subtract(settled, quote.total))
  const payment = settled > 0 ? paymentAfter(order, settled, due, method) : order
  const isNewMethod = due > 0 && payment.paymentMethod !== order.paymentMethod
  const isRefused = isNewMethod && !isOffered(payment.paymentMethod, payments)
  const refusal: TotalProblem | null = isRefused
    ? 'payment_method_unavailable'
    : await totalProblem(db, { order, locked }, { quote, due, refund, payment, actor })
  const isSame =
    serializeCart(lines) === serializeCart(ordered) && payment.paymentMethod === order.paymentMethod
  return { cart: { ...priced, quote }, isSame, due, refund, payment, refusal }
}

/** Returns what the customer has paid of the order's total. */
export function settledAmount({ paymentStatus, total, advance }: Order): Money {
  return hasPaid(paymentStatus) ? total : advance
}

function paymentAfter(order: Order, settled: Money, due: Money, method: PaymentMethod) {
  if (due > 0) return { paymentMethod: method, paymentStatus: 'pending', advance: settled } as const
  if (hasPaid(order.paymentStatus) || order.advance === 0) return order
  return { paymentMethod: 'card', paymentStatus: 'paid', advance: NO_MONEY } as const
}

type TotalProblem =
  | 'edit_costs_more'
  | 'payment_method_unavailable'
  | 'below_card_minimum'
  | 'edit_refunds_all'
  | 'discount_above_limit'
  | 'own_discount'

type EditTerms = {
  quote: Quote
  due: Money
  refund: Money
  payment: Pick<Order, 'paymentMethod' | 'paymentStatus' | 'advance'>
  actor: Person
}

/** Returns why the new total is refused, or null. A manager can't extend an owner's discount to more goods. */
async function totalProblem(
  db: Db,
  { order, locked }: Editable,
  { quote, due, refund, payment, actor }: EditTerms,
): Promise<TotalProblem | null> {
  const isFree = hasPaid(order.paymentStatus) && settledAmount(order) === 0
  if (due > 0 && (isFree || wasPaidInCash(order))) return 'edit_costs_more'
  if (needsLink(payment) && isBelowCardMinimum(due)) return 'below_card_minimum'
  if (refund > 0 && refund >= (await refundableAmount(db, order.id))) return 'edit_refunds_all'
  if (locked.discountKind !== 'staff' || quote.subtotal <= order.subtotal) return null
  if (percentOf(order) > maxDiscountOf(actor)) return 'discount_above_limit'
  return (await isOwnAccount(db, actor.id, order.userId)) ? 'own_discount' : null
}

function percentOf({ subtotal, discount }: Order): number {
  return subtotal > 0 ? Math.round((discount * 100) / subtotal) : 0
}

async function discountsOf(db: Db, order: Order, { discountKind: kind }: LockedOrder, offers: OfferPolicy) {
  const percent = percentOf(order)
  const code = order.couponCode ?? ''
  return {
    coupon: kind === 'coupon' ? await findCoupon(db, code) : null,
    refusedCoupon: null,
    referral: kind === 'referral' ? { code, percent } : null,
    sameHousehold: null,
    isFirstOrder: isForFirstOrder(kind),
    isKnownHousehold: false,
    offers: { ...offers, firstOrderOffer: kind === 'first-order-offer' },
    staffPercent: kind === 'staff' ? percent : 0,
  }
}

async function editLocked(
  ctx: Ctx,
  db: Db,
  { orderId, version, expectedTotal, ...edit }: AgreedEdit & { actor: Person },
  refuseRefund: RefuseRefund,
) {
  const { config, jobs, now } = ctx
  const found = await lockEditable(db, orderId, now)
  if (!found.ok) return found
  const { order, locked } = found.value
  const { cart, isSame, due, refund, payment, refusal } = await priceEdit(ctx, db, found.value, edit)
  if (isSame) return ok(null)
  if (locked.version !== version) return err('edit_conflict')
  const { total } = cart.quote
  if (!cart.canCheckOut) return err('cart_has_problems', { cart })
  if (total !== expectedTotal) return err('total_changed', { cart })
  if (refusal) return err(refusal)
  if (isCashDue(payment) && (total > order.total || !isCashDue(order))) {
    const history = await readOrderHistory(db, (await findCustomer(db, order.userId)) ?? VISITOR)
    const message = cashProblem(due, config.orderLimits, history)
    if (message) return err('cash_limit', { message })
  }
  if (await mustConfirm(ctx, db, refund)) return err('factor_stale')
  const waits = refund > 0 ? await refuseRefund(db, { kind: 'edit', amount: refund, returned: [] }) : null
  if (waits) return err(waits)

  const step = { orderId, actorId: edit.actor.id, now }
  const cause = `edit:${orderId}:${version}`
  if (await openInvoice(db, orderId))
    await jobs.send(db, { queue: 'credit-note', data: { orderId, cause, amount: null } })
  const discount = discountColumns(cart, locked.couponId)
  if (locked.couponId && !discount.couponId) await releaseCoupon(db, orderId)
  if (!(await moveUnits(db, step, cart))) return err('out_of_stock')
  const { paymentMethod, paymentStatus, advance } = payment
  await replaceItems(db, { orderId, cart, discount, now, payment: { paymentMethod, paymentStatus, advance } })
  await outdatePrints(db, { orderId, kinds: ['label', 'slip'], now })
  if (refund > 0)
    await requestRefund(db, jobs, { ...step, amount: refund, reason: 'Items changed', key: cause })
  const toCollect = isCashDue(payment) ? `To pay on delivery: ${formatAmount(due)}.` : null
  await insertMailedEvent(db, jobs, { ...step, kind: 'items_changed', status: order.status, note: toCollect })
  if (payment !== order) await outdateIntent(db, orderId, now)
  if (needsLink(payment) && !(await openLink(ctx, db, { ...step, status: order.status, due })))
    return err('payment_method_unavailable')
  const after = { lines: itemsText((await findOrder(db, orderId))?.items ?? []), total }
  const earlier = { lines: itemsText(order.items), total: order.total }
  await recordAction(db, ctx, 'change items', 'order', orderId, earlier, after)
  return ok(null)
}

function needsLink(payment: EditTerms['payment']): boolean {
  return payment.paymentMethod === 'card' && payment.paymentStatus === 'pending'
}

type LinkStep = { orderId: string; actorId: string; status: Order['status']; due: Money; now: Date }

/** Inserts the payment intent of the difference and queues its email. Returns false without a card provider. */
async function openLink({ payments, jobs }: Ctx, db: Db, { due: amount, ...step }: LinkStep) {
  if (!payments.card) return false
  const { provider, isTest } = payments.card
  const { orderId, now } = step
  const until = holdUntil(now, PAYMENT_LINK_MINUTES)
  await insertIntent(db, { orderId, provider, isTest, amount, holdUntil: until, now })
  const note = `${formatAmount(amount)} is left to pay. Please pay by ${formatDayAndTime(until)}.`
  await insertMailedEvent(db, jobs, { ...step, kind: 'payment_link', note })
  return true
}

/** Takes the added units from stock and restocks the removed units. */
async function moveUnits(db: Db, step: { orderId: string; actorId: string; now: Date }, cart: PricedCart) {
  const held = await allocatedUnits(db, step.orderId)
  const wanted = unitsOfCart(cart)
  const differences = [...new Set([...held.keys(), ...wanted.keys()])].map(
    (id) => [id, (held.get(id) ?? 0) - (wanted.get(id) ?? 0)] as const,
  )
  const taken = new Map(differences.filter(([, units]) => units < 0))
  const restocked = new Map(differences.filter(([, units]) => units > 0))
  return (
    (await moveStock(db, { ...step, units: restocked, reason: 'cancellation' })) &&
    (await moveStock(db, { ...step, units: taken, reason: 'order' }))
  )
}
