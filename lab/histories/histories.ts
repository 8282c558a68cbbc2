/** Random actions of customers, admins, the bank and the clock on an order. */
import { orderInput } from '#db/factories/order.ts'
import { makeUser } from '#db/factories/user.ts'
import { removeCoupon, updateCoupon } from '#shop/coupons/manage-coupons.ts'
import { issueInvoice } from '#shop/invoices/issue-documents.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { paise, rupees } from '#shop/kernel/money.ts'
import { cancelOrder } from '#shop/orders/cancel-order.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { decideCancellation } from '#shop/orders/decide-cancellation.ts'
import { ORDER_STATUSES } from '#shop/orders/order.ts'
import { placeOrder } from '#shop/orders/place-order.ts'
import { requestOrderRefund } from '#shop/orders/request-refund.ts'
import { decideRefund } from '#shop/settlement/decide-refund.ts'
import { openPayment, payInCash } from '#shop/settlement/pay-order.ts'
import { checkPayment, handlePaymentEvent } from '#shop/settlement/payment-jobs.ts'
import type { Random } from '#tests/access/sample.ts'
import { cardOrders, minutesLater } from '#tests/card-orders.ts'
import type { testDatabase } from '#tests/database.ts'
import { rowsOf } from '#tests/rows.ts'

/** `code`: the referral code of a friend without orders. */
type Participants = { admin: Person; customers: Person[]; products: string[]; code: string }
type OrderHistory = { random: Random; customer: Person; orderId: string; isCard: boolean }

/** `runHistory` places an order by a double click and then runs random actions, two at a time. */
export function histories(
  shop: Awaited<ReturnType<typeof testDatabase>>,
  { admin, customers, products, code: friendsCode }: Participants,
) {
  const { db, ctx } = shop
  const { actAtBank, prove, deliverWebhooks } = cardOrders(shop)

  async function runHistory(random: Random): Promise<void> {
    const customer = random.pick(customers)
    const paymentMethod = random.pick(['cod', 'card'] as const)
    const items = [{ productId: random.pick(products), quantity: 1 + random.below(3) }]
    const code = random.pick(['TEN', 'FEW', 'GONE', null, null, null])
    const input = await orderInput(db, items, { paymentMethod, ...(code && { couponCode: code }) })
    const [placed] = await Promise.all([placeOrder(ctx(customer), input), placeOrder(ctx(customer), input)])
    if (!placed.ok) return
    const history = { random, customer, orderId: placed.value.orderId, isCard: paymentMethod === 'card' }
    // Most orders are paid, some never, some after the release of their stock, and some while the customer chooses
    // cash.
    const ways = [[pay], [pay], [release, pay], [payAndChooseCash], []]
    if (history.isCard) for (const action of random.pick(ways)) await action(history)
    // Half of the orders are delivered, so that some can be returned.
    if (random.chance(0.5)) await changeOrder(ctx(admin), { orderId: history.orderId, status: 'delivered' })
    for (let step = 0; step < 3; step += 1) {
      const actions = [random.pick(ACTIONS), random.pick(ACTIONS)]
      await Promise.all(actions.map((action) => action(history)))
    }
  }

  /**
   * A new customer orders with a referral code: by card without paying in time, then again, while the first payment may
   * still arrive and an admin reopens orders.
   */
  async function runNewcomerHistory(random: Random): Promise<void> {
    const customer = await makeUser(db)
    const historyOf = (orderId: string, isCard: boolean): OrderHistory => ({
      random,
      customer,
      orderId,
      isCard,
    })
    const orders: OrderHistory[] = []
    async function order(paymentMethod: 'card' | 'cod') {
      const items = [{ productId: random.pick(products), quantity: 1 }]
      const codes = { ...(random.chance(0.5) && { couponCode: 'ONCE' }), referralCode: friendsCode }
      const placed = await placeOrder(ctx(customer), await orderInput(db, items, { paymentMethod, ...codes }))
      if (placed.ok) orders.push(historyOf(placed.value.orderId, paymentMethod === 'card'))
    }
    await order('card')
    for (const history of orders) {
      const opened = await openPayment(ctx(customer), { orderId: history.orderId })
      if (opened.ok) await release(history)
    }
    const [first] = orders
    const others = () => order(random.pick(['card', 'cod']))
    await Promise.all([first && random.chance(0.8) ? payLate(first) : null, others(), others()])
    await Promise.all(orders.map((history) => (history.isCard ? payLate(history) : moveAnywhere(history))))
    await Promise.all(orders.map(moveAnywhere))
  }

  /** Pays an order that has been released, on a page of the provider that was still open. */
  async function payLate(history: OrderHistory): Promise<void> {
    const intent = await intentOf(history.orderId)
    if (!intent?.providerOrderId) return pay(history)
    const back = await actAtBank(intent.providerOrderId, 'success')
    await Promise.all([prove(history.orderId, back), deliverTwice(history)])
  }

  const ACTIONS: ((history: OrderHistory) => Promise<unknown>)[] = [
    ({ customer, orderId }) => cancelOrder(ctx(customer), { orderId, details: '' }),
    ({ customer, orderId }) => requestOrderRefund(ctx(customer), { orderId, reason: 'damaged', details: '' }),
    approveRefund,
    approveRefund,
    replaceGoods,
    ({ random, orderId }) => {
      const decision = random.pick(['approve', 'decline'] as const)
      return decideCancellation(ctx(admin), { orderId, decision, answer: 'No' })
    },
    async ({ random, orderId }) => {
      const [item] = await rowsOf(db, 'orderItems', { orderId })
      const returned = [{ itemId: item?.id ?? '', quantity: 1, restocked: random.below(2) }]
      return changeOrder(ctx(admin), { orderId, status: 'cancelled', returned })
    },
    ({ orderId }) => issueInvoice(ctx(), orderId),
    editCoupon,
    (history) => (history.isCard ? pay(history) : approveRefund(history)),
    (history) => (history.isCard ? deliverTwice(history) : moveAnywhere(history)),
    (history) => (history.isCard ? release(history) : moveAnywhere(history)),
    moveAnywhere,
  ]

  function moveAnywhere({ random, orderId }: OrderHistory) {
    return changeOrder(ctx(admin), { orderId, status: random.pick(ORDER_STATUSES) })
  }

  /** Pays at the bank. Unless the response is lost, browser and provider report it concurrently, the browser twice. */
  async function pay(history: OrderHistory): Promise<void> {
    const { random, customer, orderId } = history
    const opened = await openPayment(ctx(customer), { orderId })
    if (!opened.ok) return
    const outcome = random.pick(['success', 'success', 'repeated', 'decline'] as const)
    const back = await actAtBank(opened.value.providerOrderId, outcome)
    if (random.chance(0.3)) return
    await Promise.all([prove(orderId, back), deliverTwice(history), prove(orderId, back)])
  }

  /** Pays at the bank while the customer chooses to pay in cash. */
  async function payAndChooseCash(history: OrderHistory): Promise<void> {
    const { customer, orderId } = history
    const opened = await openPayment(ctx(customer), { orderId })
    if (!opened.ok) return
    const back = await actAtBank(opened.value.providerOrderId, 'success')
    await Promise.all([payInCash(ctx(customer), orderId), prove(orderId, back), deliverTwice(history)])
  }

  /**
   * Delivers the provider's webhooks about the order twice, and handles each stored webhook twice, in reverse
   * order.
   */
  async function deliverTwice({ orderId }: OrderHistory): Promise<void> {
    const providerOrderId = (await intentOf(orderId))?.providerOrderId
    if (!providerOrderId) return
    await Promise.all([deliverWebhooks(providerOrderId), deliverWebhooks(providerOrderId)])
    const stored = await db
      .selectFrom('paymentEvents')
      .select('id')
      .where('body', 'like', `%${providerOrderId}%`)
      .orderBy('providerEventId', 'desc')
      .execute()
    await Promise.all([...stored, ...stored].map(({ id }) => handlePaymentEvent(ctx(), id)))
  }

  /** Ends the hold: two callers check the payment at the provider, and an unpaid order is released. */
  async function release({ orderId }: OrderHistory): Promise<void> {
    const intent = await intentOf(orderId)
    if (!intent) return
    const { id } = intent
    const later = ctx(undefined, { now: minutesLater(16) })
    await Promise.all([checkPayment(later, id), checkPayment(later, id)])
  }

  /** Returns the order's payment intent; undefined if a coupon made the order free. */
  function intentOf(orderId: string) {
    const found = db.selectFrom('paymentIntents').select(['id', 'providerOrderId'])
    return found.where('orderId', '=', orderId).executeTakeFirst()
  }

  /** Approves a partial refund, perhaps with a returned unit; the customer may just have requested it. */
  async function approveRefund({ random, customer, orderId }: OrderHistory): Promise<void> {
    if (random.chance(0.5)) await requestOrderRefund(ctx(customer), { orderId, reason: 'late', details: '' })
    const items = db.selectFrom('orderItems').select('id').where('orderId', '=', orderId)
    const { id: itemId } = await items.executeTakeFirstOrThrow()
    const amount = paise(1 + random.below(40_000))
    const returned = random.chance(0.5) ? [{ itemId, quantity: 1, restocked: 1 }] : []
    await decideRefund(ctx(admin), { orderId, decision: 'approve', amount, returned, answer: '' })
  }

  /** Grants a replacement instead of a refund; two admins decide concurrently. */
  async function replaceGoods({ customer, orderId }: OrderHistory): Promise<void> {
    const wish = { orderId, reason: 'wrong', details: '', wish: 'replacement' } as const
    await requestOrderRefund(ctx(customer), wish)
    const approveRefunded = { orderId, decision: 'replace', answer: '', lines: null } as const
    await Promise.all([decideRefund(ctx(admin), approveRefunded), decideRefund(ctx(admin), approveRefunded)])
  }

  /** Changes value, limits or activation; one coupon is deleted. */
  async function editCoupon({ random }: OrderHistory): Promise<void> {
    const code = random.pick(['TEN', 'FEW', 'FEW', 'GONE'])
    const coupon = await db.selectFrom('coupons').select('id').where('code', '=', code).executeTakeFirst()
    if (!coupon) return
    if (code === 'GONE' && random.chance(0.2)) return void (await removeCoupon(ctx(admin), coupon.id))
    const change = random.pick([
      { isActive: random.chance(0.7) },
      { discountType: 'fixed', discountValue: 1 + random.below(50) } as const,
      { discountType: 'percentage', discountValue: 1 + random.below(99) } as const,
      // Makes orders free.
      { discountType: 'percentage', discountValue: 100 } as const,
      { maxUsesPerCustomer: random.pick([null, 2, 4]) },
      { minOrderAmount: rupees(random.below(300)) },
      { expiryDate: random.pick([null, minutesLater(-1), minutesLater(60)]) },
    ])
    await updateCoupon(ctx(admin), { couponId: coupon.id, ...change })
  }

  return { runHistory, runNewcomerHistory }
}
