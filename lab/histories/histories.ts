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

/** `code`: the referral code of a friend who orders nothing. */
type Cast = { admin: Person; customers: Person[]; products: string[]; code: string }
type Story = { random: Random; customer: Person; orderId: string; isCard: boolean }

/** `live` plays one history: an order is placed by a double click, and further actions follow two at a time. */
export function histories(
  shop: Awaited<ReturnType<typeof testDatabase>>,
  { admin, customers, products, code: friendsCode }: Cast,
) {
  const { db, ctx } = shop
  const { act, prove, deliverWebhooks } = cardOrders(shop)

  async function live(random: Random): Promise<void> {
    const customer = random.pick(customers)
    const paymentMethod = random.pick(['cod', 'card'] as const)
    const items = [{ productId: random.pick(products), quantity: 1 + random.below(3) }]
    const code = random.pick(['TEN', 'FEW', 'GONE', null, null, null])
    const input = await orderInput(db, items, { paymentMethod, ...(code && { couponCode: code }) })
    const [placed] = await Promise.all([placeOrder(ctx(customer), input), placeOrder(ctx(customer), input)])
    if (!placed.ok) return
    const story = { random, customer, orderId: placed.value.orderId, isCard: paymentMethod === 'card' }
    // Most are paid, some never, some after their stock was released, and some while cash is chosen instead.
    const ways = [[pay], [pay], [release, pay], [payAndChooseCash], []]
    if (story.isCard) for (const deed of random.pick(ways)) await deed(story)
    // Half of them are delivered, so that some can be returned.
    if (random.chance(0.5)) await changeOrder(ctx(admin), { orderId: story.orderId, status: 'delivered' })
    for (let step = 0; step < 3; step += 1) {
      const deeds = [random.pick(DEEDS), random.pick(DEEDS)]
      await Promise.all(deeds.map((deed) => deed(story)))
    }
  }

  /**
   * A new customer orders with a referral code: by card and too late, then again, while the first payment may still
   * arrive and an admin reopens anything.
   */
  async function beNew(random: Random): Promise<void> {
    const customer = await makeUser(db)
    const story = (orderId: string, isCard: boolean): Story => ({ random, customer, orderId, isCard })
    const orders: Story[] = []
    async function order(paymentMethod: 'card' | 'cod') {
      const items = [{ productId: random.pick(products), quantity: 1 }]
      const codes = { ...(random.chance(0.5) && { couponCode: 'ONCE' }), referralCode: friendsCode }
      const placed = await placeOrder(ctx(customer), await orderInput(db, items, { paymentMethod, ...codes }))
      if (placed.ok) orders.push(story(placed.value.orderId, paymentMethod === 'card'))
    }
    await order('card')
    for (const story of orders) {
      const opened = await openPayment(ctx(customer), { orderId: story.orderId })
      if (opened.ok) await release(story)
    }
    const [first] = orders
    const others = () => order(random.pick(['card', 'cod']))
    await Promise.all([first && random.chance(0.8) ? payLate(first) : null, others(), others()])
    await Promise.all(orders.map((story) => (story.isCard ? payLate(story) : moveAnywhere(story))))
    await Promise.all(orders.map(moveAnywhere))
  }

  /** Pays at a provider's page that was left open, for an order that has been released. */
  async function payLate(story: Story): Promise<void> {
    const intent = await intentOf(story.orderId)
    if (!intent?.providerOrderId) return pay(story)
    const back = await act(intent.providerOrderId, 'success')
    await Promise.all([prove(story.orderId, back), hear(story)])
  }

  const DEEDS: ((story: Story) => Promise<unknown>)[] = [
    ({ customer, orderId }) => cancelOrder(ctx(customer), { orderId, details: '' }),
    ({ customer, orderId }) => requestOrderRefund(ctx(customer), { orderId, reason: 'damaged', details: '' }),
    grant,
    grant,
    sendAgain,
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
    (story) => (story.isCard ? pay(story) : grant(story)),
    (story) => (story.isCard ? hear(story) : moveAnywhere(story)),
    (story) => (story.isCard ? release(story) : moveAnywhere(story)),
    moveAnywhere,
  ]

  function moveAnywhere({ random, orderId }: Story) {
    return changeOrder(ctx(admin), { orderId, status: random.pick(ORDER_STATUSES) })
  }

  /** Pays now or later; browser and provider report it at the same time, the browser twice. */
  async function pay(story: Story): Promise<void> {
    const { random, customer, orderId } = story
    const opened = await openPayment(ctx(customer), { orderId })
    if (!opened.ok) return
    const outcome = random.pick(['success', 'success', 'repeated', 'decline'] as const)
    const back = await act(opened.value.providerOrderId, outcome)
    if (random.chance(0.3)) return
    await Promise.all([prove(orderId, back), hear(story), prove(orderId, back)])
  }

  /** The bank takes the money at the moment at which the customer chooses to pay in cash. */
  async function payAndChooseCash(story: Story): Promise<void> {
    const { customer, orderId } = story
    const opened = await openPayment(ctx(customer), { orderId })
    if (!opened.ok) return
    const back = await act(opened.value.providerOrderId, 'success')
    await Promise.all([payInCash(ctx(customer), orderId), prove(orderId, back), hear(story)])
  }

  /** Delivers the provider's webhooks about the order twice, and handles each stored one twice, the last first. */
  async function hear({ orderId }: Story): Promise<void> {
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

  /** The time to pay is over: two callers ask the provider, and an unpaid order is released. */
  async function release({ orderId }: Story): Promise<void> {
    const intent = await intentOf(orderId)
    if (!intent) return
    const { id } = intent
    const later = ctx(undefined, { now: minutesLater(16) })
    await Promise.all([checkPayment(later, id), checkPayment(later, id)])
  }

  /** An order that a coupon made free is paid when placed, without the bank. */
  function intentOf(orderId: string) {
    const found = db.selectFrom('paymentIntents').select(['id', 'providerOrderId'])
    return found.where('orderId', '=', orderId).executeTakeFirst()
  }

  /** Grants some of the money, and perhaps a returned unit; the customer may just have asked. */
  async function grant({ random, customer, orderId }: Story): Promise<void> {
    if (random.chance(0.5)) await requestOrderRefund(ctx(customer), { orderId, reason: 'late', details: '' })
    const items = db.selectFrom('orderItems').select('id').where('orderId', '=', orderId)
    const { id: itemId } = await items.executeTakeFirstOrThrow()
    const amount = paise(1 + random.below(40_000))
    const returned = random.chance(0.5) ? [{ itemId, quantity: 1, restocked: 1 }] : []
    await decideRefund(ctx(admin), { orderId, decision: 'approve', amount, returned, answer: '' })
  }

  /** Sends the goods again in place of a refund; two admins may decide at once. */
  async function sendAgain({ customer, orderId }: Story): Promise<void> {
    const wish = { orderId, reason: 'wrong', details: '', wish: 'replacement' } as const
    await requestOrderRefund(ctx(customer), wish)
    const granted = { orderId, decision: 'replace', answer: '', lines: null } as const
    await Promise.all([decideRefund(ctx(admin), granted), decideRefund(ctx(admin), granted)])
  }

  /** Changes value, limits or activation; one coupon is deleted. */
  async function editCoupon({ random }: Story): Promise<void> {
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

  return { live, beNew }
}
