/** Effects of each event of Razorpay's documentation on payment, refunds and stock, in any order and number. */
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

async function placeOrder(): Promise<Case> {
  const productId = await makeProduct(db, { price: rupees(100), stockQuantity: 5 }, NOW)
  const customer = await makeUser(db)
  const items = [{ productId, quantity: 1 }]
  const orderId = await makeOrder(ctx(customer), items, { paymentMethod: 'card' })
  const opened = await openPayment(ctx(customer), { orderId })
  if (!opened.ok) throw new Error(opened.reason)
  const payment = razorpay.pay(opened.value.providerOrderId, 'created')
  return { ...opened.value, productId, payment, refund: null, minutes: 0 }
}

// Steps at Razorpay.
const at =
  (status: Payment['status'], about: Partial<Payment> = {}): Step =>
  async ({ payment }) =>
    Object.assign(payment, { status, ...about })
const another: Step = async (paymentCase) => {
  paymentCase.payment = razorpay.pay(paymentCase.providerOrderId, 'captured')
}
const byHand =
  (amount: number, status: 'pending' | 'processed' = 'processed'): Step =>
  async (paymentCase) => {
    paymentCase.refund = razorpay.refundByHand(paymentCase.payment, rupees(amount), status)
  }

// Steps of the shop.
const reported =
  (event: string, refund: object | null = null): Step =>
  async (paymentCase) => {
    const about =
      paymentCase.refund && event.startsWith('refund.')
        ? { refund: { ...paymentCase.refund, ...refund } }
        : {}
    await receiveWebhook(ctx(), razorpay.webhook(event, paymentCase.payment, about))
    const waiting = await db.selectFrom('paymentEvents').select('id').where('handledAt', 'is', null).execute()
    for (const { id } of waiting) await handlePaymentEvent(ctx(VISITOR, paymentCase.minutes), id)
  }
const twice =
  (step: Step): Step =>
  async (paymentCase) => {
    await step(paymentCase)
    await step(paymentCase)
  }
const check =
  (minutes: number): Step =>
  async (paymentCase) => {
    paymentCase.minutes = minutes
    await checkPayment(ctx(VISITOR, minutes), paymentCase.intentId)
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
const sendRefunds: Step = async ({ orderId }) => {
  const own = (await refundsOfOrder(db, orderId)).map(({ id }) => id)
  for (const { refundId } of await queued(db, 'refund'))
    if (own.includes(refundId)) await sendRefund(ctx(), refundId)
}
const paidByHand: Step = async ({ orderId }) => {
  for (const { id } of await refundsOfOrder(db, orderId))
    await payRefundManually(ctx(admin), { refundId: id, reference: 'UPI 4711' })
}

const captured = [at('captured'), reported('payment.captured')]

type Outcome = {
  payment: string
  order: OrderStatus
  stock: number
  /** Received and refunded, in rupees. */
  in?: number[]
  back?: [string, number][]
  /** Amounts of requested credit notes; null for the whole order. */
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
const offer = [at('captured', { amount: 10_000 }), reported('payment.captured')]
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
  ['payment.authorized', [at('authorized'), reported('payment.authorized')], OPEN],
  ['payment.authorized, then asked', [at('authorized'), reported('payment.authorized'), check(1)], PAID],
  ['payment.captured', captured, PAID],
  ['payment.captured, repeated', [at('captured'), twice(reported('payment.captured'))], PAID],
  [
    'payment.captured, then authorized',
    [...captured, at('authorized'), reported('payment.authorized')],
    PAID,
  ],
  ['payment.captured, late', [check(16), ...captured], { ...PAID, credit: [null] }],
  [
    'payment.captured, late and cancelled by staff',
    [to('cancelled'), ...captured, sendRefunds],
    { ...CANCELLED, back: [['done', 118]] },
  ],
  ['payment.failed', [at('failed'), reported('payment.failed')], OPEN],
  ['payment.failed, never paid', [at('failed'), reported('payment.failed'), check(16)], RELEASED],
  [
    'payment.failed, after another was captured',
    [...captured, at('failed'), reported('payment.failed')],
    PAID,
  ],
  ['order.paid', [at('captured'), reported('order.paid')], PAID],
  ['order.paid and payment.captured', [...captured, reported('order.paid')], PAID],
  [
    'payment.captured, a second one',
    [...captured, another, reported('payment.captured'), sendRefunds],
    { ...PAID, in: [118, 118], back: [['done', 118]] },
  ],
  [
    'payment.captured, with the fee that the customer paid',
    [at('captured', { amount: 12_100, fee: 300 }), reported('payment.captured')],
    PAID,
  ],
  ['payment.captured, less an offer of the provider', offer, HELD],
  ['the same, held for longer than an unpaid order', [...offer, check(60)], HELD],
  [
    'the same, accepted',
    [...offer, decide('accept'), decide('return'), sendRefunds],
    { ...HELD, payment: 'paid' },
  ],
  ['the same, sent back', [...offer, decide('return'), sendRefunds], { ...HELD, back: [['done', 100]] }],
  [
    'the same, sent back and not paid again',
    [...offer, decide('return'), check(16), sendRefunds],
    { ...RELEASED, in: [100], back: [['done', 100]] },
  ],
  [
    'the same, then the whole amount',
    [...offer, another, reported('payment.captured'), sendRefunds],
    { ...PAID, in: [100, 118], back: [['done', 100]] },
  ],
  [
    'the same, cancelled by staff',
    [...offer, to('cancelled'), sendRefunds],
    { ...HELD, order: 'cancelled', stock: 5, back: [['done', 100]], credit: [null] },
  ],
  [
    'another amount, late',
    [check(16), ...offer, sendRefunds],
    { ...RELEASED, in: [100], back: [['done', 100]] },
  ],
  ...NO_EFFECT.map((event): [string, Step[], Outcome] => [event, [...captured, reported(event)], PAID]),
  ['refund by the shop', [...captured, refund(118), sendRefunds], { ...GIVEN_BACK, back: [['done', 118]] }],
  ['cancelled', [...captured, to('cancelled'), sendRefunds], { ...CANCELLED, back: [['done', 118]] }],
  ...(['refund.created', 'refund.processed', 'refund.speed_changed'] as const).map(
    (event): [string, Step[], Outcome] => [
      `${event}, made elsewhere`,
      [...captured, byHand(118), twice(reported(event))],
      { ...GIVEN_BACK, back: [['done', 118]], credit: [118] },
    ],
  ),
  [
    'refund.created of a part, made elsewhere, then the rest by a cancellation',
    [...captured, byHand(50), reported('refund.created'), to('cancelled'), sendRefunds],
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
    [at('captured'), byHand(118), reported('refund.created'), reported('payment.captured')],
    { ...OPEN, in: [118], back: [['done', 118]] },
  ],
  [
    'refund made elsewhere of a payment that nobody reported',
    [at('captured'), byHand(118), check(16)],
    { ...RELEASED, in: [118], back: [['done', 118]] },
  ],
  [
    'refund made elsewhere that nobody reported, then the shop’s',
    [...captured, byHand(118), to('cancelled'), sendRefunds],
    { ...CANCELLED, back: [['done', 118]] },
  ],
  [
    'refund of a part made elsewhere that nobody reported, then the shop’s',
    [...captured, byHand(50), to('cancelled'), sendRefunds, sendRefunds],
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
    [...captured, refund(18), byHand(118), reported('refund.created'), sendRefunds],
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
      reported('refund.failed', { status: 'failed' }),
      reported('refund.created', { status: 'pending' }),
    ],
    { ...PAID, back: [['refused', 118]] },
  ],
  [
    'refund.failed, made elsewhere, after refund.created',
    [...captured, byHand(118), reported('refund.created'), reported('refund.failed', { status: 'failed' })],
    { ...PAID, back: [['refused', 118]], credit: [118] },
  ],
  [
    'refund.failed, then made again elsewhere, and not by hand',
    [
      ...captured,
      byHand(118),
      reported('refund.failed', { status: 'failed' }),
      async ({ payment }) => Object.assign(payment, { status: 'captured', amount_refunded: 0 }),
      byHand(118),
      paidByHand,
    ],
    { ...GIVEN_BACK, back: [['done', 118]] },
  ],
]

it.each(CASES)('%s', async (_name, steps, expected) => {
  const paymentCase = await placeOrder()
  for (const step of steps) await step(paymentCase)
  expect(await outcomeOf(paymentCase)).toEqual({ in: [], back: [], credit: [], ...expected })
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
  const paymentCase = await placeOrder()
  for (const step of [at('captured'), disputed('created', 'open')]) await step(paymentCase)
  expect(await outcomeOf(paymentCase)).toEqual({ ...OPEN, in: [], back: [], credit: [] })
})

it('a dispute is noted on its payment and listed for staff until it is answered', async () => {
  const paymentCase = await placeOrder()
  const terms = { now: NOW, lateBefore: NOW, taxes: ctx().config.taxes }
  const listed = async () => (await findActionItems(db, terms)).find(({ kind }) => kind === 'dispute')
  const noted = async () => (await paymentsOfOrder(db, paymentCase.orderId))[0]
  for (const step of [...captured, twice(disputed('created', 'open'))]) await step(paymentCase)
  const answerBy = minutesLater(7 * 24 * 60)
  expect(await listed()).toEqual({ kind: 'dispute', count: 1, since: answerBy })
  expect(await noted()).toMatchObject({ disputeStatus: 'open', disputeRespondBy: answerBy })
  expect(await outcomeOf(paymentCase)).toEqual({ ...PAID, back: [], credit: [] })
  await disputed('under_review', 'under_review')(paymentCase)
  expect(await listed()).toBeUndefined()
  for (const step of [disputed('lost', 'lost'), disputed('created', 'open')]) await step(paymentCase)
  expect(await noted()).toMatchObject({ disputeStatus: 'lost' })
  // A repeated event of the first leaves the second as it is.
  for (const step of [disputed('created', 'open', 'disp_2'), disputed('lost', 'lost')])
    await step(paymentCase)
  expect(await listed()).toMatchObject({ count: 1 })
})

it('notes how each event was handled, and leaves those of others alone', async () => {
  const stored = () => db.selectFrom('paymentEvents').select(['id', 'outcome']).execute()
  const earlier = new Set((await stored()).map(({ id }) => id))
  const paymentCase = await placeOrder()
  const events = [
    'invoice.paid',
    'payment_link.paid',
    'subscription.charged',
    'settlement.processed',
    'payout.processed',
  ]
  for (const event of events) {
    const payment = { ...paymentCase.payment, id: `pay_${event}`, order_id: 'order_of_another_shop' }
    await receiveWebhook(ctx(), razorpay.webhook(event, payment))
  }
  await reported('payment.captured')(paymentCase)
  const outcomes = (await stored()).filter(({ id }) => !earlier.has(id)).map(({ outcome }) => outcome)
  expect(outcomes.toSorted()).toEqual([...events.map(() => 'ignored'), 'settled'])
})

it('tells staff of refunds made elsewhere, for a week', async () => {
  const paymentCase = await placeOrder()
  for (const step of [...captured, byHand(118), reported('refund.created')]) await step(paymentCase)
  const waiting = async (days: number) => {
    const terms = { now: minutesLater(days * 24 * 60), lateBefore: NOW, taxes: ctx().config.taxes }
    return (await findActionItems(db, terms)).find(({ kind }) => kind === 'refund_elsewhere')?.count ?? 0
  }
  expect(await waiting(6)).toBeGreaterThan(0)
  expect(await waiting(8)).toBe(0)
})

it('a held payment is listed for staff, and its customer is told that it is checked', async () => {
  const paymentCase = await placeOrder()
  for (const step of offer) await step(paymentCase)
  const terms = { now: minutesLater(60), lateBefore: NOW, taxes: ctx().config.taxes }
  expect(await findActionItems(db, terms)).toContainEqual(expect.objectContaining({ kind: 'payment_held' }))
  const { userId } = (await findOrder(db, paymentCase.orderId)) ?? { userId: '' }
  const customer = { ...(await makeUser(db)), id: userId }
  expect(await findUnpaidOrder(ctx(customer, 60), paymentCase.orderId)).toMatchObject({ state: 'held' })
})
