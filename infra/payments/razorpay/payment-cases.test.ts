/** What each event of Razorpay's documentation does to payment, refunds and stock, whenever and however often it arrives. */
import { afterAll, expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { paymentGateways } from '#infra/payments/gateways.ts'
import { razorpayGateway } from '#infra/payments/razorpay/razorpay-gateway.ts'
import { findActionItems } from '#shop/analytics/overview.read.ts'
import { type Actor, VISITOR } from '#shop/kernel/actor.ts'
import { rupees } from '#shop/kernel/money.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import type { OrderStatus } from '#shop/orders/order.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { findUnpaidOrder } from '#shop/orders/unpaid-orders.read.ts'
import { payRefundManually, sendRefund } from '#shop/payments/pay-refunds.ts'
import { paymentsOfOrder } from '#shop/payments/payments.read.ts'
import { receiveWebhook } from '#shop/payments/receive-webhook.ts'
import { refundsOfOrder } from '#shop/payments/refunds.read.ts'
import { requestRefund } from '#shop/payments/request-refund.flow.ts'
import { decideHeldPayment } from '#shop/settlement/decide-held-payment.ts'
import { openPayment } from '#shop/settlement/pay-order.ts'
import { checkPayment, handlePaymentEvent } from '#shop/settlement/payment-jobs.ts'
import { minutesLater } from '#tests/card-orders.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { queued } from '#tests/queued.ts'
import { RAZORPAY_KEYS, razorpayServer } from '#tests/razorpay-server.ts'
import { rowOf } from '#tests/rows.ts'

const { db, ctx: plainCtx, jobs } = await testDatabase()
const razorpay = await razorpayServer()
afterAll(() => razorpay.stop())
const admin = await makeUser(db, { staffRole: 'owner' })
const gateway = razorpayGateway({ credentials: RAZORPAY_KEYS, baseUrl: razorpay.url })
const payments = paymentGateways({ sandbox: null, razorpay: gateway, takesCards: true, takesCash: true })
const ctx = (actor: Actor = VISITOR, minutes = 0) => plainCtx(actor, { payments, now: minutesLater(minutes) })

type Payment = ReturnType<typeof razorpay.pay>
type Case = {
  orderId: string
  intentId: string
  providerOrderId: string
  productId: string
  /** The payment that the steps are about, and the last refund made at Razorpay. */
  payment: Payment
  refund: ReturnType<typeof razorpay.refundByHand> | null
  minutes: number
}
type Step = (it: Case) => Promise<unknown>

async function place(): Promise<Case> {
  const productId = await makeProduct(db, { price: rupees(100), stockQuantity: 5 }, NOW)
  const customer = await makeUser(db)
  const items = [{ productId, quantity: 1 }]
  const orderId = await makeOrder(ctx(customer), items, { paymentMethod: 'card' })
  const opened = await openPayment(ctx(customer), { orderId })
  if (!opened.ok) throw new Error(opened.reason)
  const payment = razorpay.pay(opened.value.providerOrderId, 'created')
  return { ...opened.value, productId, payment, refund: null, minutes: 0 }
}

// What happens at Razorpay.
const at =
  (status: Payment['status'], about: Partial<Payment> = {}): Step =>
  async ({ payment }) =>
    Object.assign(payment, { status, ...about })
const another: Step = async (one) => {
  one.payment = razorpay.pay(one.providerOrderId, 'captured')
}
const byHand =
  (amount: number, status: 'pending' | 'processed' = 'processed'): Step =>
  async (one) => {
    one.refund = razorpay.refundByHand(one.payment, rupees(amount), status)
  }

// What the shop does.
const told =
  (event: string, refund: object | null = null): Step =>
  async (one) => {
    const about = one.refund && event.startsWith('refund.') ? { refund: { ...one.refund, ...refund } } : {}
    await receiveWebhook(ctx(), razorpay.webhook(event, one.payment, about))
    const waiting = await db.selectFrom('paymentEvents').select('id').where('handledAt', 'is', null).execute()
    for (const { id } of waiting) await handlePaymentEvent(ctx(VISITOR, one.minutes), id)
  }
const twice =
  (step: Step): Step =>
  async (one) => {
    await step(one)
    await step(one)
  }
const check =
  (minutes: number): Step =>
  async (one) => {
    one.minutes = minutes
    await checkPayment(ctx(VISITOR, minutes), one.intentId)
  }
const to =
  (status: OrderStatus): Step =>
  ({ orderId, minutes }) =>
    changeOrder(ctx(admin, minutes), { orderId, status })
const refund =
  (amount: number): Step =>
  ({ orderId }) => {
    const wanted = { orderId, amount: rupees(amount), key: `${orderId} ${amount}`, reason: 'Returned' }
    return db
      .transaction()
      .execute((trx) => requestRefund(trx, jobs, { ...wanted, actorId: admin.id, now: NOW }))
  }
const sent: Step = async ({ orderId }) => {
  const own = (await refundsOfOrder(db, orderId)).map(({ id }) => id)
  for (const { refundId } of await queued(db, 'refund'))
    if (own.includes(refundId)) await sendRefund(ctx(), refundId)
}
const paidByHand: Step = async ({ orderId }) => {
  for (const { id } of await refundsOfOrder(db, orderId))
    await payRefundManually(ctx(admin), { refundId: id, reference: 'UPI 4711' })
}

const captured = [at('captured'), told('payment.captured')]

type Outcome = {
  payment: string
  order: OrderStatus
  stock: number
  /** What came in and went back, in rupees. */
  in?: number[]
  back?: [string, number][]
  /** What credit notes are asked for; null for the whole order. */
  credit?: (number | null)[]
}

async function outcomeOf({ orderId, productId }: Case): Promise<Outcome> {
  const order = await findOrder(db, orderId)
  const stock = await rowOf(db, 'products', { id: productId })
  const taken = await db
    .selectFrom('payments')
    .select('amount')
    .where('orderId', '=', orderId)
    .orderBy('amount')
    .execute()
  const back = await refundsOfOrder(db, orderId)
  const credit = (await queued(db, 'credit-note')).filter((note) => note.orderId === orderId)
  return {
    payment: order?.paymentStatus ?? '',
    order: order?.status ?? 'pending',
    stock: stock.stockQuantity,
    in: taken.map(({ amount }) => amount / 100),
    back: back.map(({ status, amount }): [string, number] => [status, amount / 100]).toSorted(),
    credit: credit.map(({ amount }) => amount && amount / 100),
  }
}

const OPEN: Outcome = { payment: 'pending', order: 'pending', stock: 4 }
const PAID: Outcome = { payment: 'paid', order: 'pending', stock: 4, in: [118] }
const GIVEN_BACK: Outcome = { ...PAID, payment: 'refunded' }
// A cancellation asks for a credit note, which is written if there is an invoice.
const RELEASED: Outcome = { payment: 'failed', order: 'cancelled', stock: 5, credit: [null] }
const CANCELLED: Outcome = { payment: 'refunded', order: 'cancelled', stock: 5, in: [118], credit: [null] }

const decide =
  (decision: 'accept' | 'return'): Step =>
  ({ orderId }) =>
    decideHeldPayment(ctx(admin), { orderId, decision })
const offer = [at('captured', { amount: 10_000 }), told('payment.captured')]
const HELD: Outcome = { ...OPEN, in: [100] }

/** Events about a payment that change nothing. */
const NO_EFFECT = [
  ...['order.notification.delivered', 'order.notification.failed'],
  ...['payment.downtime.started', 'payment.downtime.updated', 'payment.downtime.resolved'],
  // Without the dispute itself.
  ...['created', 'under_review', 'action_required', 'won', 'lost', 'closed'].map(
    (state) => `payment.dispute.${state}`,
  ),
]

const CASES: [name: string, steps: Step[], expected: Outcome][] = [
  ['payment.authorized', [at('authorized'), told('payment.authorized')], OPEN],
  ['payment.authorized, then asked', [at('authorized'), told('payment.authorized'), check(1)], PAID],
  ['payment.captured', captured, PAID],
  ['payment.captured, repeated', [at('captured'), twice(told('payment.captured'))], PAID],
  ['payment.captured, then authorized', [...captured, at('authorized'), told('payment.authorized')], PAID],
  ['payment.captured, late', [check(16), ...captured], { ...PAID, credit: [null] }],
  [
    'payment.captured, late and cancelled by staff',
    [to('cancelled'), ...captured, sent],
    { ...CANCELLED, back: [['done', 118]] },
  ],
  ['payment.failed', [at('failed'), told('payment.failed')], OPEN],
  ['payment.failed, never paid', [at('failed'), told('payment.failed'), check(16)], RELEASED],
  ['payment.failed, after another was captured', [...captured, at('failed'), told('payment.failed')], PAID],
  ['order.paid', [at('captured'), told('order.paid')], PAID],
  ['order.paid and payment.captured', [...captured, told('order.paid')], PAID],
  [
    'payment.captured, a second one',
    [...captured, another, told('payment.captured'), sent],
    { ...PAID, in: [118, 118], back: [['done', 118]] },
  ],
  [
    'payment.captured, with the fee that the customer paid',
    [at('captured', { amount: 12_100, fee: 300 }), told('payment.captured')],
    PAID,
  ],
  ['payment.captured, less an offer of the provider', offer, HELD],
  ['the same, held for longer than an unpaid order', [...offer, check(60)], HELD],
  ['the same, accepted', [...offer, decide('accept'), decide('return'), sent], { ...HELD, payment: 'paid' }],
  ['the same, sent back', [...offer, decide('return'), sent], { ...HELD, back: [['done', 100]] }],
  [
    'the same, sent back and not paid again',
    [...offer, decide('return'), check(16), sent],
    { ...RELEASED, in: [100], back: [['done', 100]] },
  ],
  [
    'the same, then the whole amount',
    [...offer, another, told('payment.captured'), sent],
    { ...PAID, in: [100, 118], back: [['done', 100]] },
  ],
  [
    'the same, cancelled by staff',
    [...offer, to('cancelled'), sent],
    { ...HELD, order: 'cancelled', stock: 5, back: [['done', 100]], credit: [null] },
  ],
  ['another amount, late', [check(16), ...offer, sent], { ...RELEASED, in: [100], back: [['done', 100]] }],
  ...NO_EFFECT.map((event): [string, Step[], Outcome] => [event, [...captured, told(event)], PAID]),
  ['refund by the shop', [...captured, refund(118), sent], { ...GIVEN_BACK, back: [['done', 118]] }],
  ['cancelled', [...captured, to('cancelled'), sent], { ...CANCELLED, back: [['done', 118]] }],
  ...(['refund.created', 'refund.processed', 'refund.speed_changed'] as const).map(
    (event): [string, Step[], Outcome] => [
      `${event}, made elsewhere`,
      [...captured, byHand(118), twice(told(event))],
      { ...GIVEN_BACK, back: [['done', 118]], credit: [118] },
    ],
  ),
  [
    'refund.created of a part, made elsewhere, then the rest by a cancellation',
    [...captured, byHand(50), told('refund.created'), to('cancelled'), sent],
    {
      ...CANCELLED,
      back: [
        ['done', 50],
        ['done', 68],
      ],
      credit: [50, null],
    },
  ],
  [
    'refund.created before payment.captured',
    [at('captured'), byHand(118), told('refund.created'), told('payment.captured')],
    { ...OPEN, in: [118], back: [['done', 118]] },
  ],
  [
    'refund made elsewhere of a payment that nobody reported',
    [at('captured'), byHand(118), check(16)],
    { ...RELEASED, in: [118], back: [['done', 118]] },
  ],
  [
    'refund made elsewhere that nobody reported, then the shop’s',
    [...captured, byHand(118), to('cancelled'), sent],
    { ...CANCELLED, back: [['done', 118]] },
  ],
  [
    'refund of a part made elsewhere that nobody reported, then the shop’s',
    [...captured, byHand(50), to('cancelled'), sent, sent],
    {
      ...CANCELLED,
      back: [
        ['done', 50],
        ['done', 68],
      ],
      credit: [null, 50],
    },
  ],
  [
    'refund.created of all, made elsewhere, while the shop’s of a part waits',
    [...captured, refund(18), byHand(118), told('refund.created'), sent],
    {
      ...GIVEN_BACK,
      back: [
        ['done', 100],
        ['done', 18],
      ],
      credit: [100],
    },
  ],
  [
    'refund.failed, made elsewhere, before refund.created',
    [
      ...captured,
      byHand(118),
      told('refund.failed', { status: 'failed' }),
      told('refund.created', { status: 'pending' }),
    ],
    { ...PAID, back: [['refused', 118]] },
  ],
  [
    'refund.failed, made elsewhere, after refund.created',
    [...captured, byHand(118), told('refund.created'), told('refund.failed', { status: 'failed' })],
    { ...PAID, back: [['refused', 118]], credit: [118] },
  ],
  [
    'refund.failed, then made again elsewhere, and not by hand',
    [
      ...captured,
      byHand(118),
      told('refund.failed', { status: 'failed' }),
      async ({ payment }) => Object.assign(payment, { status: 'captured', amount_refunded: 0 }),
      byHand(118),
      paidByHand,
    ],
    { ...GIVEN_BACK, back: [['done', 118]] },
  ],
]

it.each(CASES)('%s', async (_name, steps, expected) => {
  const one = await place()
  for (const step of steps) await step(one)
  expect(await outcomeOf(one)).toEqual({ in: [], back: [], credit: [], ...expected })
})

/** The dispute of a payment as Razorpay's documentation shows it. */
const disputed =
  (event: string, status: string, dispute = 'disp_1'): Step =>
  async ({ payment }) => {
    const entity = {
      ...{ id: dispute, entity: 'dispute', payment_id: payment.id, amount: payment.amount, currency: 'INR' },
      ...{ amount_deducted: 0, reason_code: 'goods_not_received', phase: 'chargeback', created_at: 1 },
      ...{ respond_by: minutesLater(7 * 24 * 60).getTime() / 1000, status },
    }
    await receiveWebhook(ctx(), razorpay.webhook(`payment.dispute.${event}`, payment, { dispute: entity }))
    const waiting = await db.selectFrom('paymentEvents').select('id').where('handledAt', 'is', null).execute()
    for (const { id } of waiting) await handlePaymentEvent(ctx(), id)
  }

it('a dispute is no captured payment', async () => {
  const one = await place()
  for (const step of [at('captured'), disputed('created', 'open')]) await step(one)
  expect(await outcomeOf(one)).toEqual({ ...OPEN, in: [], back: [], credit: [] })
})

it('a dispute is noted on its payment and listed for staff until it is answered', async () => {
  const one = await place()
  const terms = { now: NOW, lateBefore: NOW, taxes: ctx().config.taxes }
  const listed = async () => (await findActionItems(db, terms)).find(({ kind }) => kind === 'dispute')
  const noted = async () => (await paymentsOfOrder(db, one.orderId))[0]
  for (const step of [...captured, twice(disputed('created', 'open'))]) await step(one)
  const answerBy = minutesLater(7 * 24 * 60)
  expect(await listed()).toEqual({ kind: 'dispute', count: 1, since: answerBy })
  expect(await noted()).toMatchObject({ disputeStatus: 'open', disputeRespondBy: answerBy })
  expect(await outcomeOf(one)).toEqual({ ...PAID, back: [], credit: [] })
  await disputed('under_review', 'under_review')(one)
  expect(await listed()).toBeUndefined()
  for (const step of [disputed('lost', 'lost'), disputed('created', 'open')]) await step(one)
  expect(await noted()).toMatchObject({ disputeStatus: 'lost' })
  // A repeated event of the first leaves the second as it is.
  for (const step of [disputed('created', 'open', 'disp_2'), disputed('lost', 'lost')]) await step(one)
  expect(await listed()).toMatchObject({ count: 1 })
})

it('notes how each event was handled, and leaves those of others alone', async () => {
  const stored = () => db.selectFrom('paymentEvents').select(['id', 'outcome']).execute()
  const earlier = new Set((await stored()).map(({ id }) => id))
  const one = await place()
  const events = [
    'invoice.paid',
    'payment_link.paid',
    'subscription.charged',
    'settlement.processed',
    'payout.processed',
  ]
  for (const event of events) {
    const payment = { ...one.payment, id: `pay_${event}`, order_id: 'order_of_another_shop' }
    await receiveWebhook(ctx(), razorpay.webhook(event, payment))
  }
  await told('payment.captured')(one)
  const outcomes = (await stored()).filter(({ id }) => !earlier.has(id)).map(({ outcome }) => outcome)
  expect(outcomes.toSorted()).toEqual([...events.map(() => 'ignored'), 'settled'])
})

it('tells staff of refunds made elsewhere, for a week', async () => {
  const one = await place()
  for (const step of [...captured, byHand(118), told('refund.created')]) await step(one)
  const waiting = async (days: number) => {
    const terms = { now: minutesLater(days * 24 * 60), lateBefore: NOW, taxes: ctx().config.taxes }
    return (await findActionItems(db, terms)).find(({ kind }) => kind === 'refund_elsewhere')?.count ?? 0
  }
  expect(await waiting(6)).toBeGreaterThan(0)
  expect(await waiting(8)).toBe(0)
})

it('a held payment is listed for staff, and its customer is told that it is checked', async () => {
  const one = await place()
  for (const step of offer) await step(one)
  const terms = { now: minutesLater(60), lateBefore: NOW, taxes: ctx().config.taxes }
  expect(await findActionItems(db, terms)).toContainEqual(expect.objectContaining({ kind: 'payment_held' }))
  const { userId } = (await findOrder(db, one.orderId)) ?? { userId: '' }
  const customer = { ...(await makeUser(db)), id: userId }
  expect(await findUnpaidOrder(ctx(customer, 60), one.orderId)).toMatchObject({ state: 'held' })
})
