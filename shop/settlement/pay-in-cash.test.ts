import { describe, expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeUser } from '#db/factories/user.ts'
import { refundSentEmail } from '#infra/email/templates/order-emails.ts'
import type { Ctx } from '#shop/ctx.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { NO_MONEY, rupees } from '#shop/kernel/money.ts'
import { ok } from '#shop/kernel/result.ts'
import { cancelOrder } from '#shop/orders/cancel-order.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { paymentWords } from '#shop/orders/order.ts'
import { findUnpaidOrder, findUnpaidOrders } from '#shop/orders/unpaid-orders.read.ts'
import { ProviderUnreachable } from '#shop/payment-gateway.ts'
import { sendRefund } from '#shop/payments/pay-refunds.ts'
import { payoutText } from '#shop/payments/refund-account.ts'
import { takesRefundAccount } from '#shop/payments/refund-accounts.read.ts'
import { listRefunds, refundsOfOrder } from '#shop/payments/refunds.read.ts'
import { payInCash, verifyPayment } from '#shop/settlement/pay-order.ts'
import { checkPayment, handlePaymentEvent } from '#shop/settlement/payment-jobs.ts'
import { reconcilePayment } from '#shop/settlement/reconcile-payment.flow.ts'
import { transact } from '#shop/transaction.ts'
import { cardOrders, minutesLater } from '#tests/card-orders.ts'
import { testDatabase } from '#tests/database.ts'
import { updateRows } from '#tests/rows.ts'
import { expectTotalsReconcile, totalsOf } from '#tests/sums.ts'

const shop = await testDatabase({ poolSize: 20 })
const { db, ctx } = shop
const { actAtBank, orderByCard, prove, deliverWebhooks, orderOf, confirmationsOf, paymentsOf } =
  cardOrders(shop)
const admin = await makeUser(db, { staffRole: 'owner' })

type PlacedOrder = Awaited<ReturnType<typeof orderByCard>>

const refusal = (reason: string) => expect.objectContaining({ ok: false, reason })

/** Returns the context with an unreachable provider. */
function withoutProvider(base: Ctx): Ctx {
  const find: Ctx['payments']['find'] = (provider) => {
    const gateway = base.payments.find(provider)
    if (!gateway) return null
    return { ...gateway, paymentsOf: () => Promise.reject(new ProviderUnreachable('unreachable')) }
  }
  return { ...base, payments: { ...base.payments, find } }
}

/** Handles all stored webhooks of the order's payment, at the time `now`. */
async function handleWebhooks({ providerOrderId }: PlacedOrder, now = minutesLater(1)): Promise<void> {
  await deliverWebhooks(providerOrderId)
  const events = db.selectFrom('paymentEvents').select('id').where('body', 'like', `%${providerOrderId}%`)
  for (const { id } of await events.execute()) await handlePaymentEvent(ctx(undefined, { now }), id)
}

/** Expects that the card payment is refunded in full, and the order is paid in cash, once. */
async function expectCashOnly({ orderId }: PlacedOrder): Promise<void> {
  const [refund, ...more] = await refundsOfOrder(db, orderId)
  expect(more).toEqual([])
  expect(refund?.reason).toBe('Your card payment arrived after you had chosen to pay this order in cash.')
  if (!refund) throw new Error('nothing is refunded')
  // The provider refunds the payment to the card, so that no account is needed.
  expect(await takesRefundAccount(db, orderId)).toBe(false)
  expect(payoutText(refund, { account: null, days: 7 })).toContain('It goes back the way you paid.')
  expect(await listRefunds(db, 100)).toContainEqual(expect.objectContaining({ id: refund.id, isCash: false }))
  await sendRefund(ctx(), refund.id)
  const [latest = refund] = await refundsOfOrder(db, orderId)
  const mail = await refundSentEmail(await orderOf(orderId), latest, {
    brand: 'Shop',
    origin: 'http://shop.test',
    account: null,
  })
  expect(mail.text).toContain('The money goes back to the card or account you paid with.')
  expect(mail.text).not.toContain('directly')
  expect(await orderOf(orderId)).toMatchObject({ paymentMethod: 'cod', paymentStatus: 'pending' })
  for (const status of ['processing', 'shipped', 'delivered'] as const)
    expect(await changeOrder(ctx(admin), { orderId, status })).toMatchObject({ ok: true })
  expect(await orderOf(orderId)).toMatchObject({ paymentStatus: 'collected' })
  expect((await paymentsOf(orderId)).map(({ provider }) => provider).toSorted()).toEqual(['cod', 'sandbox'])
}

describe('payInCash', () => {
  it('changes an open card order to cash and queues one confirmation', async () => {
    const order = await orderByCard()
    const { customer, orderId } = order
    expect(await payInCash(ctx(customer), orderId)).toEqual(ok(null))
    expect(await payInCash(ctx(customer), orderId)).toEqual(ok(null))
    const after = await orderOf(orderId)
    expect(after).toMatchObject({ status: 'pending', paymentMethod: 'cod', paymentStatus: 'pending' })
    expect(after.events.map(({ kind, by }) => [kind, by])).toEqual([
      ['status', 'customer'],
      ['cash_chosen', 'customer'],
    ])
    expect(await confirmationsOf(orderId)).toHaveLength(1)
    await checkPayment(ctx(undefined, { now: minutesLater(16) }), order.intentId)
    expect(await orderOf(orderId)).toMatchObject({ status: 'pending', paymentMethod: 'cod' })
    expect(await findUnpaidOrders(ctx(customer))).toEqual([])
  })

  it('is allowed to the customer only, during the hold and within the limits of cash', async () => {
    const { customer, orderId, intentId } = await orderByCard()
    expect(await payInCash(ctx(VISITOR), orderId)).toEqual(refusal('signed_out'))
    for (const other of [await makeUser(db), admin])
      expect(await payInCash(ctx(other), orderId)).toEqual(refusal('order_not_found'))
    expect(await payInCash(ctx(customer), 'no id')).toEqual(refusal('order_not_found'))
    const own = ctx(customer)
    const noCash = { ...own, payments: { ...own.payments, takesCash: false } }
    expect(await payInCash(noCash, orderId)).toEqual(refusal('payment_method_unavailable'))
    const orderLimits = { ...own.config.orderLimits, cashForNew: rupees(100) }
    const small = { ...own, config: { ...own.config, orderLimits } }
    expect(await payInCash(small, orderId)).toEqual(refusal('cash_limit'))
    expect(await findUnpaidOrder(small, orderId)).toMatchObject({ cashTotal: null })
    expect(await payInCash(ctx(customer, { now: minutesLater(15) }), orderId)).toEqual(refusal('not_payable'))
    expect(await orderOf(orderId)).toMatchObject({ paymentMethod: 'card' })
    await checkPayment(ctx(undefined, { now: minutesLater(15) }), intentId)
    expect(await payInCash(ctx(customer), orderId)).toEqual(refusal('not_payable'))
  })

  it('rounds the total to whole rupees if the shop rounds cash', async () => {
    const { customer, orderId, productId } = await orderByCard()
    await db.updateTable('products').set({ price: 89_900, mrp: null }).where('id', '=', productId).execute()
    const items = [{ productId, quantity: 1 }]
    const byCard = await makeOrder(ctx(customer), items, { paymentMethod: 'card' })
    const rounding = ctx(customer, { config: { ...ctx().config, roundsCash: true } })
    expect(await findUnpaidOrder(rounding, byCard)).toMatchObject({ total: 106_082, cashTotal: 106_100 })
    expect(await payInCash(rounding, byCard)).toMatchObject({ ok: true })
    expect(await orderOf(byCard)).toMatchObject({ roundOff: 18, total: 106_100 })
    expect(await payInCash(ctx(customer), orderId)).toMatchObject({ ok: true })
    expect(await orderOf(orderId)).toMatchObject({ roundOff: 0, total: 11_800 })
  })

  it('refuses an order that the customer has cancelled', async () => {
    const { customer, orderId } = await orderByCard()
    await cancelOrder(ctx(customer), { orderId, details: '' })
    expect(await payInCash(ctx(customer), orderId)).toEqual(refusal('not_payable'))
    expect(await orderOf(orderId)).toMatchObject({ paymentMethod: 'card', status: 'cancelled' })
    expect(await findUnpaidOrders(ctx(customer))).toEqual([])
  })

  it('applies a payment that the provider has not reported yet, and refuses cash', async () => {
    const { customer, orderId, providerOrderId } = await orderByCard()
    await actAtBank(providerOrderId, 'success')
    expect(await payInCash(ctx(customer), orderId)).toEqual(refusal('not_payable'))
    expect(await orderOf(orderId)).toMatchObject({ paymentMethod: 'card', paymentStatus: 'paid' })
  })

  it('refuses while a payment is pending, as cancelling does', async () => {
    const order = await orderByCard()
    const { customer, orderId, providerOrderId } = order
    await prove(orderId, await actAtBank(providerOrderId, 'late'))
    expect(await payInCash(ctx(customer), orderId)).toEqual(refusal('payment_confirming'))
    expect(await cancelOrder(ctx(customer), { orderId, details: '' })).toEqual(refusal('payment_confirming'))
    expect(await orderOf(orderId)).toMatchObject({ paymentMethod: 'card', status: 'pending' })
  })

  it('refunds a later card payment, whatever status the order has', async () => {
    const totals = await totalsOf(db)
    const order = await orderByCard()
    expect(await payInCash(withoutProvider(ctx(order.customer)), order.orderId)).toMatchObject({ ok: true })
    await actAtBank(order.providerOrderId, 'success')
    await handleWebhooks(order)
    await checkPayment(ctx(undefined, { now: minutesLater(20) }), order.intentId)
    await expectCashOnly(order)

    const delivered = await orderByCard()
    expect(await payInCash(ctx(delivered.customer), delivered.orderId)).toMatchObject({ ok: true })
    await changeOrder(ctx(admin), { orderId: delivered.orderId, status: 'delivered' })
    await prove(delivered.orderId, await actAtBank(delivered.providerOrderId, 'success'))
    const [refund] = await refundsOfOrder(db, delivered.orderId)
    await sendRefund(ctx(), refund?.id ?? '')
    expect(await orderOf(delivered.orderId)).toMatchObject({
      status: 'delivered',
      paymentStatus: 'collected',
    })

    const cancelled = await orderByCard()
    expect(await payInCash(ctx(cancelled.customer), cancelled.orderId)).toMatchObject({ ok: true })
    await cancelOrder(ctx(cancelled.customer), { orderId: cancelled.orderId, details: '' })
    await prove(cancelled.orderId, await actAtBank(cancelled.providerOrderId, 'success'))
    expect(await orderOf(cancelled.orderId)).toMatchObject({ status: 'cancelled' })
    expect(await refundsOfOrder(db, cancelled.orderId)).toHaveLength(1)
    await expectTotalsReconcile(db, totals)
  })

  it('lets the customer pay only once if cash and card payment are concurrent', async () => {
    const totals = await totalsOf(db)
    const orders = await Promise.all(Array.from({ length: 4 }, () => orderByCard()))
    const backs = await Promise.all(
      orders.map(({ providerOrderId }) => actAtBank(providerOrderId, 'success')),
    )
    const chosen = await Promise.all(
      orders.map(async (order, at) => {
        const back = backs[at]
        if (!back) throw new Error('no answer of the bank')
        const [cash] = await Promise.all([
          // Makes the provider unreachable, so that only the locks decide.
          payInCash(withoutProvider(ctx(order.customer)), order.orderId),
          prove(order.orderId, back),
          payInCash(withoutProvider(ctx(order.customer)), order.orderId),
          checkPayment(ctx(undefined, { now: minutesLater(14) }), order.intentId),
        ])
        return cash.ok
      }),
    )
    for (const [at, order] of orders.entries()) {
      if (chosen[at]) await expectCashOnly(order)
      else {
        expect(await orderOf(order.orderId)).toMatchObject({ paymentMethod: 'card', paymentStatus: 'paid' })
        expect(await refundsOfOrder(db, order.orderId)).toEqual([])
      }
    }
    await expectTotalsReconcile(db, totals)
  })
})

describe('an unpaid card order', () => {
  it('is being confirmed for five minutes after the browser returned with a proof', async () => {
    const { customer, orderId, providerOrderId, intentId } = await orderByCard()
    const stateAt = async (minutes: number) =>
      (await findUnpaidOrder(ctx(customer, { now: minutesLater(minutes) }), orderId))?.state
    expect(await stateAt(0)).toBe('open')
    const back = await actAtBank(providerOrderId, 'late')
    expect(await prove(orderId, back)).toMatchObject({ value: { outcome: 'confirming' } })
    expect(await stateAt(4)).toBe('confirming')
    expect(await stateAt(5)).toBe('open')
    expect(await stateAt(15)).toBe('unconfirmed')
    // A report about an earlier attempt does not end this state. Instead, a check of all attempts is due at once.
    await actAtBank(providerOrderId, 'decline')
    await handleWebhooks({ customer, orderId, providerOrderId, intentId } as PlacedOrder)
    expect(await stateAt(4)).toBe('confirming')
    const due = db.selectFrom('paymentIntents').select('nextCheckAt').where('id', '=', intentId)
    expect((await due.executeTakeFirstOrThrow()).nextCheckAt).toEqual(minutesLater(1))
  })

  it('is being confirmed after a proof while the provider is unreachable', async () => {
    const { customer, orderId, providerOrderId } = await orderByCard()
    const { payment_id: paymentId = '', signature = '' } = await actAtBank(providerOrderId, 'success')
    const unheard = await verifyPayment(withoutProvider(ctx()), { orderId, proof: { paymentId, signature } })
    expect(unheard).toMatchObject({ value: { outcome: 'confirming' } })
    expect(await findUnpaidOrder(ctx(customer), orderId)).toMatchObject({ state: 'confirming' })
    expect(await payInCash(withoutProvider(ctx(customer)), orderId)).toEqual(refusal('payment_confirming'))
  })

  it('can be paid again as soon as the provider reports a decline', async () => {
    const { customer, orderId, providerOrderId } = await orderByCard()
    await updateRows(db, 'paymentIntents', { orderId }, { confirmingSince: minutesLater(0) })
    expect(await findUnpaidOrder(ctx(customer), orderId)).toMatchObject({ state: 'confirming' })
    await prove(orderId, await actAtBank(providerOrderId, 'decline'))
    expect(await findUnpaidOrder(ctx(customer), orderId)).toMatchObject({
      state: 'open',
      failureReason: 'The bank declined the card',
      cashTotal: rupees(118),
    })
  })

  it('is unconfirmed if it is released with a pending payment, until the provider reports a failure', async () => {
    const { customer, orderId, providerOrderId, intentId } = await orderByCard()
    await prove(orderId, await actAtBank(providerOrderId, 'late'), minutesLater(14))
    const findAt = (minutes: number) =>
      findUnpaidOrder(ctx(customer, { now: minutesLater(minutes) }), orderId)
    expect(await findAt(15)).toMatchObject({ state: 'confirming', msLeft: 4 * 60_000 })
    await checkPayment(ctx(undefined, { now: minutesLater(20) }), intentId)
    expect(await findAt(20)).toMatchObject({ state: 'unconfirmed', msLeft: null })
    const order = await orderOf(orderId)
    expect(order.events.at(-1)?.note).toBe('We couldn’t confirm your payment in time.')
    expect(paymentWords(order)).toBe('Payment not confirmed')
    const sums = { amount: order.total, fee: NO_MONEY, refunded: NO_MONEY }
    const failed = [{ id: 'p', providerOrderId, ...sums, status: 'failed', reason: null }] as const
    const work = { jobs: ctx().jobs, now: minutesLater(30) }
    await transact(ctx(), (db) => reconcilePayment({ ...work, db }, { id: intentId }, failed))
    expect(await findAt(30)).toMatchObject({ state: 'lapsed' })
  })

  it('stays open for a card payment without a time limit, but not for cash, if an admin reopens it after its hold', async () => {
    const { customer, orderId, intentId } = await orderByCard()
    await checkPayment(ctx(undefined, { now: minutesLater(15) }), intentId)
    expect(await changeOrder(ctx(admin), { orderId, status: 'pending' })).toMatchObject({ ok: true })
    const later = ctx(customer, { now: minutesLater(30) })
    const waiting = { id: orderId, state: 'open', holdUntil: null, cashTotal: null }
    expect(await findUnpaidOrders(later)).toMatchObject([waiting])
    expect(await payInCash(later, orderId)).toEqual(refusal('not_payable'))
  })

  it('stays listed for three days after its hold, unless a newer order has the same products', async () => {
    const first = await orderByCard()
    const { customer, orderId } = first
    await checkPayment(ctx(undefined, { now: minutesLater(15) }), first.intentId)
    const listAt = (minutes: number) => findUnpaidOrders(ctx(customer, { now: minutesLater(minutes) }))
    expect(await listAt(20)).toMatchObject([{ id: orderId, state: 'lapsed', cashTotal: null }])
    expect(await findUnpaidOrders(ctx(await makeUser(db)))).toEqual([])
    expect(await findUnpaidOrder(ctx(await makeUser(db)), orderId)).toBeNull()
    const days = (count: number) => count * 24 * 60 + 15
    expect(await listAt(days(3) - 1)).toHaveLength(1)
    expect(await listAt(days(3))).toEqual([])
    expect(await findUnpaidOrder(ctx(customer, { now: minutesLater(days(9)) }), orderId)).toMatchObject({
      state: 'lapsed',
    })
    await updateRows(db, 'orders', { id: orderId }, { createdAt: minutesLater(-60) })
    const second = await cardOrders(shop).orderByCard()
    await db.updateTable('orders').set({ userId: customer.id }).where('id', '=', second.orderId).execute()
    const both = [
      { id: second.orderId, state: 'open' },
      { id: orderId, state: 'lapsed' },
    ]
    expect(await listAt(5)).toMatchObject(both)
    await checkPayment(ctx(undefined, { now: minutesLater(15) }), second.intentId)
    expect(await listAt(20)).toMatchObject(both.map(({ id }) => ({ id, state: 'lapsed' })))
    await makeOrder(ctx(customer), [{ productId: first.productId, quantity: 1 }])
    expect(await listAt(20)).toMatchObject([{ id: second.orderId }])
  })
})
