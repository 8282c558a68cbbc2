/** Tests the effects of each documented Razorpay event on payment, refunds and stock, in any order and number. */
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
import { readJobs } from '#tests/queued.ts'
import { RAZORPAY_KEYS, startRazorpayServer } from '#tests/razorpay-server.ts'
import { rowOf } from '#tests/rows.ts'

const { db, ctx: plainCtx, jobs } = await testDatabase()
const razorpay = await startRazorpayServer()
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
  /** The payment of the steps, and the last refund made at Razorpay. */
  payment: Payment
  refund: ReturnType<typeof razorpay.refundByHand> | null
  minutes: number
}
type Step = (paymentCase: Case) => Promise<unknown>

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
const setStatus =
  (status: Payment['status'], about: Partial<Payment> = {}): Step =>
  async ({ payment }) =>
    Object.assign(payment, { status, ...about })
const payAgain: Step = async (paymentCase) => {
  paymentCase.payment = razorpay.pay(paymentCase.providerOrderId, 'captured')
}
const refundAtRazorpay =
  (amount: number, status: 'pending' | 'processed' = 'processed'): Step =>
  async (paymentCase) => {
    paymentCase.refund = razorpay.refundByHand(paymentCase.payment, rupees(amount), status)
  }

// Steps of the shop.
const deliver =
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
const repeat =
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
const changeStatus =
  (status: OrderStatus): Step =>
  ({ orderId, minutes }) =>
    changeOrder(ctx(admin, minutes), { orderId, status })
const requestShopRefund =
  (amount: number): Step =>
  ({ orderId }) => {
    const wanted = { orderId, amount: rupees(amount), key: `${orderId} ${amount}`, reason: 'Returned' }
    return db
      .transaction()
      .execute((trx) => requestRefund(trx, jobs, { ...wanted, actorId: admin.id, now: NOW }))
  }
const sendRefunds: Step = async ({ orderId }) => {
  const own = (await refundsOfOrder(db, orderId)).map(({ id }) => id)
  for (const { refundId } of await readJobs(db, 'refund'))
    if (own.includes(refundId)) await sendRefund(ctx(), refundId)
}
const payRefundsManually: Step = async ({ orderId }) => {
  for (const { id } of await refundsOfOrder(db, orderId))
    await payRefundManually(ctx(admin), { refundId: id, reference: 'UPI 4711' })
}

const captured = [setStatus('captured'), deliver('payment.captured')]

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
  const received = await db
    .selectFrom('payments')
    .select('amount')
    .where('orderId', '=', orderId)
    .orderBy('amount')
    .execute()
  const back = await refundsOfOrder(db, orderId)
  const credit = (await readJobs(db, 'credit-note')).filter((note) => note.orderId === orderId)
  return {
    payment: order?.paymentStatus ?? '',
    order: order?.status ?? 'pending',
    stock: stock.stockQuantity,
    in: received.map(({ amount }) => amount / 100),
    back: back.map(({ status, amount }): [string, number] => [status, amount / 100]).toSorted(),
    credit: credit.map(({ amount }) => amount && amount / 100),
  }
}

const OPEN: Outcome = { payment: 'pending', order: 'pending', stock: 4 }
const PAID: Outcome = { payment: 'paid', order: 'pending', stock: 4, in: [118] }
const REFUNDED: Outcome = { ...PAID, payment: 'refunded' }
// A cancellation requests a credit note, which is written if there is an invoice.
const RELEASED: Outcome = { payment: 'failed', order: 'cancelled', stock: 5, credit: [null] }
const CANCELLED: Outcome = { payment: 'refunded', order: 'cancelled', stock: 5, in: [118], credit: [null] }

const decide =
  (decision: 'accept' | 'return'): Step =>
  ({ orderId }) =>
    decideHeldPayment(ctx(admin), { orderId, decision })
const offer = [setStatus('captured', { amount: 10_000 }), deliver('payment.captured')]
const HELD: Outcome = { ...OPEN, in: [100] }

/** Events about a payment that change nothing. */
const NO_EFFECT = [
  ...['order.notification.delivered', 'order.notification.failed'],
  ...['payment.downtime.started', 'payment.downtime.updated', 'payment.downtime.resolved'],
  // Dispute events that lack the dispute's data.
  ...['created', 'under_review', 'action_required', 'won', 'lost', 'closed'].map(
    (state) => `payment.dispute.${state}`,
  ),
]

const CASES: [name: string, steps: Step[], expected: Outcome][] = [
  ['payment.authorized', [setStatus('authorized'), deliver('payment.authorized')], OPEN],
  [
    'payment.authorized, then a check',
    [setStatus('authorized'), deliver('payment.authorized'), check(1)],
    PAID,
  ],
  ['payment.captured', captured, PAID],
  ['payment.captured, repeated', [setStatus('captured'), repeat(deliver('payment.captured'))], PAID],
  [
    'payment.captured, then authorized',
    [...captured, setStatus('authorized'), deliver('payment.authorized')],
    PAID,
  ],
  ['payment.captured, late', [check(16), ...captured], { ...PAID, credit: [null] }],
  [
    'payment.captured, late and cancelled by staff',
    [changeStatus('cancelled'), ...captured, sendRefunds],
    { ...CANCELLED, back: [['done', 118]] },
  ],
  ['payment.failed', [setStatus('failed'), deliver('payment.failed')], OPEN],
  ['payment.failed, never paid', [setStatus('failed'), deliver('payment.failed'), check(16)], RELEASED],
  [
    'payment.failed, after another was captured',
    [...captured, setStatus('failed'), deliver('payment.failed')],
    PAID,
  ],
  ['order.paid', [setStatus('captured'), deliver('order.paid')], PAID],
  ['order.paid and payment.captured', [...captured, deliver('order.paid')], PAID],
  [
    'payment.captured, a second one',
    [...captured, payAgain, deliver('payment.captured'), sendRefunds],
    { ...PAID, in: [118, 118], back: [['done', 118]] },
  ],
  [
    'payment.captured, with the fee that the customer paid',
    [setStatus('captured', { amount: 12_100, fee: 300 }), deliver('payment.captured')],
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
    [...offer, payAgain, deliver('payment.captured'), sendRefunds],
    { ...PAID, in: [100, 118], back: [['done', 100]] },
  ],
  [
    'the same, cancelled by staff',
    [...offer, changeStatus('cancelled'), sendRefunds],
    { ...HELD, order: 'cancelled', stock: 5, back: [['done', 100]], credit: [null] },
  ],
  [
    'another amount, late',
    [check(16), ...offer, sendRefunds],
    { ...RELEASED, in: [100], back: [['done', 100]] },
  ],
  ...NO_EFFECT.map((event): [string, Step[], Outcome] => [event, [...captured, deliver(event)], PAID]),
  [
    'refund by the shop',
    [...captured, requestShopRefund(118), sendRefunds],
    { ...REFUNDED, back: [['done', 118]] },
  ],
  [
    'cancelled',
    [...captured, changeStatus('cancelled'), sendRefunds],
    { ...CANCELLED, back: [['done', 118]] },
  ],
  ...(['refund.created', 'refund.processed', 'refund.speed_changed'] as const).map(
    (event): [string, Step[], Outcome] => [
      `${event}, made elsewhere`,
      [...captured, refundAtRazorpay(118), repeat(deliver(event))],
      { ...REFUNDED, back: [['done', 118]], credit: [118] },
    ],
  ),
  [
    'refund.created of a part, made elsewhere, then the rest by a cancellation',
    [...captured, refundAtRazorpay(50), deliver('refund.created'), changeStatus('cancelled'), sendRefunds],
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
    [setStatus('captured'), refundAtRazorpay(118), deliver('refund.created'), deliver('payment.captured')],
    { ...OPEN, in: [118], back: [['done', 118]] },
  ],
  [
    'refund made elsewhere of a payment that nobody reported',
    [setStatus('captured'), refundAtRazorpay(118), check(16)],
    { ...RELEASED, in: [118], back: [['done', 118]] },
  ],
  [
    'refund made elsewhere that nobody reported, then the shop’s',
    [...captured, refundAtRazorpay(118), changeStatus('cancelled'), sendRefunds],
    { ...CANCELLED, back: [['done', 118]] },
  ],
  [
    'refund of a part made elsewhere that nobody reported, then the shop’s',
    [...captured, refundAtRazorpay(50), changeStatus('cancelled'), sendRefunds, sendRefunds],
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
    [...captured, requestShopRefund(18), refundAtRazorpay(118), deliver('refund.created'), sendRefunds],
    {
      ...REFUNDED,
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
      refundAtRazorpay(118),
      deliver('refund.failed', { status: 'failed' }),
      deliver('refund.created', { status: 'pending' }),
    ],
    { ...PAID, back: [['refused', 118]] },
  ],
  [
    'refund.failed, made elsewhere, after refund.created',
    [
      ...captured,
      refundAtRazorpay(118),
      deliver('refund.created'),
      deliver('refund.failed', { status: 'failed' }),
    ],
    { ...PAID, back: [['refused', 118]], credit: [118] },
  ],
  [
    'refund.failed, then made again elsewhere, and not by hand',
    [
      ...captured,
      refundAtRazorpay(118),
      deliver('refund.failed', { status: 'failed' }),
      async ({ payment }) => Object.assign(payment, { status: 'captured', amount_refunded: 0 }),
      refundAtRazorpay(118),
      payRefundsManually,
    ],
    { ...REFUNDED, back: [['done', 118]] },
  ],
]

it.each(CASES)('%s', async (_name, steps, expected) => {
  const paymentCase = await placeOrder()
  for (const step of steps) await step(paymentCase)
  expect(await outcomeOf(paymentCase)).toEqual({ in: [], back: [], credit: [], ...expected })
})

/** Delivers a dispute event as in Razorpay's documentation. */
const deliverDispute =
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

it('a dispute event does not mark its payment as captured', async () => {
  const paymentCase = await placeOrder()
  for (const step of [setStatus('captured'), deliverDispute('created', 'open')]) await step(paymentCase)
  expect(await outcomeOf(paymentCase)).toEqual({ ...OPEN, in: [], back: [], credit: [] })
})

it('a dispute is recorded on its payment and listed for staff until it is answered', async () => {
  const paymentCase = await placeOrder()
  const terms = { now: NOW, lateBefore: NOW, taxes: ctx().config.taxes }
  const findDisputeItem = async () =>
    (await findActionItems(db, terms)).find(({ kind }) => kind === 'dispute')
  const findPayment = async () => (await paymentsOfOrder(db, paymentCase.orderId))[0]
  for (const step of [...captured, repeat(deliverDispute('created', 'open'))]) await step(paymentCase)
  const answerBy = minutesLater(7 * 24 * 60)
  expect(await findDisputeItem()).toEqual({ kind: 'dispute', count: 1, since: answerBy })
  expect(await findPayment()).toMatchObject({ disputeStatus: 'open', disputeRespondBy: answerBy })
  expect(await outcomeOf(paymentCase)).toEqual({ ...PAID, back: [], credit: [] })
  await deliverDispute('under_review', 'under_review')(paymentCase)
  expect(await findDisputeItem()).toBeUndefined()
  for (const step of [deliverDispute('lost', 'lost'), deliverDispute('created', 'open')])
    await step(paymentCase)
  expect(await findPayment()).toMatchObject({ disputeStatus: 'lost' })
  // A repeated event of the first dispute does not change the second.
  for (const step of [deliverDispute('created', 'open', 'disp_2'), deliverDispute('lost', 'lost')])
    await step(paymentCase)
  expect(await findDisputeItem()).toMatchObject({ count: 1 })
})

it('records each event’s outcome, and ignores events of other shops', async () => {
  const listEvents = () => db.selectFrom('paymentEvents').select(['id', 'outcome']).execute()
  const earlier = new Set((await listEvents()).map(({ id }) => id))
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
  await deliver('payment.captured')(paymentCase)
  const outcomes = (await listEvents()).filter(({ id }) => !earlier.has(id)).map(({ outcome }) => outcome)
  expect(outcomes.toSorted()).toEqual([...events.map(() => 'ignored'), 'settled'])
})

it('lists refunds made at Razorpay for staff, for a week', async () => {
  const paymentCase = await placeOrder()
  for (const step of [...captured, refundAtRazorpay(118), deliver('refund.created')]) await step(paymentCase)
  const countItems = async (days: number) => {
    const terms = { now: minutesLater(days * 24 * 60), lateBefore: NOW, taxes: ctx().config.taxes }
    return (await findActionItems(db, terms)).find(({ kind }) => kind === 'refund_elsewhere')?.count ?? 0
  }
  expect(await countItems(6)).toBeGreaterThan(0)
  expect(await countItems(8)).toBe(0)
})

it('lists a held payment for staff, and shows the customer that it is held', async () => {
  const paymentCase = await placeOrder()
  for (const step of offer) await step(paymentCase)
  const terms = { now: minutesLater(60), lateBefore: NOW, taxes: ctx().config.taxes }
  expect(await findActionItems(db, terms)).toContainEqual(expect.objectContaining({ kind: 'payment_held' }))
  const { userId } = (await findOrder(db, paymentCase.orderId)) ?? { userId: '' }
  const customer = { ...(await makeUser(db)), id: userId }
  expect(await findUnpaidOrder(ctx(customer, 60), paymentCase.orderId)).toMatchObject({ state: 'held' })
})
