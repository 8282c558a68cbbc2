/** Card payments that arrive after the hold ended. The shop then checks the order like a new one. */

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeCoupon } from '#db/factories/coupon.ts'
import { ADDRESS, makeOrder, orderInput } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { refundSentEmail } from '#infra/email/templates/order-emails.ts'
import type { Ctx } from '#shop/ctx.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { rupees } from '#shop/kernel/money.ts'
import { err } from '#shop/kernel/result.ts'
import { cancelOrder } from '#shop/orders/cancel-order.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import type { PlaceOrderInput } from '#shop/orders/input.ts'
import { placeOrder } from '#shop/orders/place-order.ts'
import { refundsOfOrder } from '#shop/payments/refunds.read.ts'
import { openPayment } from '#shop/settlement/pay-order.ts'
import { checkPayment, handlePaymentEvent } from '#shop/settlement/payment-jobs.ts'
import { cardOrders, minutesLater } from '#tests/card-orders.ts'
import { testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { readJobs } from '#tests/queued.ts'
import { updateRows } from '#tests/rows.ts'
import { expectSingleFirstOrderDiscounts } from '#tests/sums.ts'

const shop = await testDatabase({ poolSize: 20 })
const { db, ctx } = shop
const { actAtBank, prove, deliverWebhooks, orderOf, confirmationsOf } = cardOrders(shop)
const mix = await makeProduct(db, { price: rupees(100), stockQuantity: 10_000 })
const admin = await makeUser(db, { staffRole: 'owner' })

/** Returns a context with the first-order and referral offers enabled. */
function ctxWithOffers(actor: Person, overrides: Partial<Ctx> = {}): Ctx {
  const base = ctx(actor, overrides)
  return { ...base, config: { ...base.config, offers: { firstOrderOffer: true, referralPercent: 20 } } }
}

/** Two mixes, of which the first-order offer makes one free. */
const items = [{ productId: mix, quantity: 2 }]

let phones = 0

async function orderMixes(customer: Person, fields: Partial<PlaceOrderInput> = {}) {
  phones += 1
  const phone = `9${String(phones).padStart(9, '0')}`
  const shippingAddress = { ...ADDRESS, phone, addressLine1: randomUUID() }
  const orderId = await makeOrder(ctxWithOffers(customer), items, {
    paymentMethod: 'card',
    shippingAddress,
    ...fields,
  })
  if (fields.paymentMethod === 'cod') return { customer, orderId, intentId: '', providerOrderId: '' }
  const opened = must(await openPayment(ctx(customer), { orderId }))
  return { customer, ...opened }
}

type PlacedOrder = Awaited<ReturnType<typeof orderMixes>>

/** Places a card order and lets its hold end. */
async function makeLapsedOrder(
  customer: Person,
  fields: Partial<PlaceOrderInput> = {},
): Promise<PlacedOrder> {
  const order = await orderMixes(customer, fields)
  await checkPayment(ctx(undefined, { now: minutesLater(15) }), order.intentId)
  expect((await orderOf(order.orderId)).status).toBe('cancelled')
  return order
}

/** Pays the order. The browser, the webhook and the scheduled check report the payment concurrently. */
async function pay({ orderId, intentId, providerOrderId }: PlacedOrder): Promise<void> {
  const back = await actAtBank(providerOrderId, 'success')
  await deliverWebhooks(providerOrderId)
  const stored = await db
    .selectFrom('paymentEvents')
    .select('id')
    .where('body', 'like', `%${providerOrderId}%`)
    .execute()
  const later = minutesLater(20)
  await Promise.all([
    prove(orderId, back, later),
    ...stored.map(({ id }) => handlePaymentEvent(ctx(undefined, { now: later }), id)),
    checkPayment(ctx(undefined, { now: later }), intentId),
  ])
}

/** Expects that everything was refunded, once, and that the order is unchanged. Returns the reason of the refund. */
async function expectReturned({ orderId }: PlacedOrder): Promise<string> {
  expect(await orderOf(orderId)).toMatchObject({ status: 'cancelled' })
  expect(await confirmationsOf(orderId)).toEqual([])
  const [refund, ...more] = await refundsOfOrder(db, orderId)
  expect(more).toEqual([])
  expect(refund?.amount).toBe((await orderOf(orderId)).total)
  return refund?.reason ?? ''
}

const NOT_REOPENED =
  'Your payment arrived after the order had been released, and the order could not be reopened: '
const NOT_FIRST = `${NOT_REOPENED}its discount is for a first order, and you have ordered since. The order stays cancelled.`

describe('the discount on a first order', () => {
  it('is kept if the payment is late and nothing else was ordered', async () => {
    const order = await makeLapsedOrder(await makeUser(db))
    await pay(order)
    expect(await orderOf(order.orderId)).toMatchObject({
      status: 'pending',
      paymentStatus: 'paid',
      discount: 10000,
    })
    expect(await refundsOfOrder(db, order.orderId)).toEqual([])
    expect(await confirmationsOf(order.orderId)).toHaveLength(1)
  })

  it('is not granted to a late payment if another order has already got it', async () => {
    const first = await makeLapsedOrder(await makeUser(db))
    const second = await orderMixes(first.customer)
    await pay(second)
    await pay(first)
    expect(await expectReturned(first)).toBe(NOT_FIRST)
    expect(await orderOf(second.orderId)).toMatchObject({ paymentStatus: 'paid', discount: 10000 })
    const [refund] = await refundsOfOrder(db, first.orderId)
    const shop = { brand: 'Shop', origin: 'http://shop.test', account: null }
    const mail = refund && (await refundSentEmail(await orderOf(first.orderId), refund, shop))
    expect(mail?.text).toContain(NOT_FIRST)
  })

  it('is refused to a cash order while a card order is open, and then also to the late card payment', async () => {
    const card = await orderMixes(await makeUser(db))
    const cash = await orderMixes(card.customer, { paymentMethod: 'cod' })
    expect((await orderOf(cash.orderId)).discount).toBe(0)
    await checkPayment(ctx(undefined, { now: minutesLater(15) }), card.intentId)
    await pay(card)
    expect(await expectReturned(card)).toBe(NOT_FIRST)
  })

  it('includes a friend’s code: one order gets the discount, and the friend gets one reward', async () => {
    const friend = await makeUser(db)
    const referralCode = `TESTMILL${friend.id.slice(-6).toUpperCase()}`
    await db.updateTable('users').set({ referralCode }).where('id', '=', friend.id).execute()
    const box = [{ productId: await makeProduct(db, { category: 'bundles' }), quantity: 1 }]
    const customer = await makeUser(db)
    const orderWithCode = async (): Promise<PlacedOrder> => {
      const shippingAddress = { ...ADDRESS, phone: '9000011111', addressLine1: 'Elsewhere' }
      const wanted = { paymentMethod: 'card', referralCode, shippingAddress } as const
      const orderId = await makeOrder(ctxWithOffers(customer), box, wanted)
      const opened = must(await openPayment(ctx(customer), { orderId }))
      return { customer, ...opened }
    }
    const first = await orderWithCode()
    await checkPayment(ctx(undefined, { now: minutesLater(15) }), first.intentId)
    const second = await orderWithCode()
    await pay(second)
    await pay(first)
    expect(await expectReturned(first)).toBe(NOT_FIRST)
    expect(await orderOf(second.orderId)).toMatchObject({ couponCode: referralCode, paymentStatus: 'paid' })
    for (const { orderId } of [second, first]) {
      await changeOrder(ctx(admin), { orderId, status: 'delivered' })
    }
    const thanks = db.selectFrom('coupons').select('id').where('customerId', '=', friend.id)
    expect(await thanks.execute()).toHaveLength(1)
  })

  it('is granted once to concurrent late payments and new orders', async () => {
    const customers = await Promise.all(Array.from({ length: 5 }, () => makeUser(db)))
    const late = await Promise.all(customers.map((customer) => makeLapsedOrder(customer)))
    const input = await orderInput(db, items)
    const byCard = await orderInput(db, items, { paymentMethod: 'card' })
    await Promise.all(
      late.flatMap((order) => [
        pay(order),
        placeOrder(ctxWithOffers(order.customer), input),
        placeOrder(ctxWithOffers(order.customer), byCard),
      ]),
    )
    await expectSingleFirstOrderDiscounts(db)
  })

  it('goes to one of two released orders that are paid at the same moment', async () => {
    const pairs = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const first = await makeLapsedOrder(await makeUser(db))
        return [first, await makeLapsedOrder(first.customer)]
      }),
    )
    await Promise.all(pairs.flat().map(pay))
    for (const pair of pairs) {
      const orders = await Promise.all(pair.map(({ orderId }) => orderOf(orderId)))
      expect(orders.map(({ discount }) => discount)).toEqual([10000, 10000])
      expect(orders.map(({ status }) => status).toSorted()).toEqual(['cancelled', 'pending'])
    }
    await expectSingleFirstOrderDiscounts(db)
  })

  it('keeps an admin from reopening a cancelled order while another order has it', async () => {
    const customer = await makeUser(db)
    const { orderId } = await orderMixes(customer, { paymentMethod: 'cod' })
    await cancelOrder(ctx(customer), { orderId, details: '' })
    const { orderId: next } = await orderMixes(customer, { paymentMethod: 'cod' })
    const again = { orderId, status: 'pending' } as const
    expect(await changeOrder(ctx(admin), again)).toEqual(err('not_first_order'))
    await changeOrder(ctx(admin), { orderId: next, status: 'cancelled' })
    expect(await changeOrder(ctx(admin), again)).toMatchObject({ ok: true })
    await expectSingleFirstOrderDiscounts(db)
  })
})

describe('a late payment', () => {
  it('is refunded if the customer has used the coupon as often as allowed', async () => {
    const coupon = await makeCoupon(db, { maxUsesPerCustomer: 1 })
    const plain = [{ productId: await makeProduct(db, { category: 'bundles' }), quantity: 1 }]
    const customers = await Promise.all(Array.from({ length: 6 }, () => makeUser(db)))
    const late = await Promise.all(
      customers.map(async (customer): Promise<PlacedOrder> => {
        const orderId = await makeOrder(ctx(customer), plain, {
          paymentMethod: 'card',
          couponCode: coupon.code,
        })
        const opened = must(await openPayment(ctx(customer), { orderId }))
        await checkPayment(ctx(undefined, { now: minutesLater(15) }), opened.intentId)
        return { customer, ...opened }
      }),
    )
    const input = await orderInput(db, plain, { couponCode: coupon.code })
    const again = (customer: Person) => placeOrder(ctx(customer), input)
    const [first, ...others] = late
    if (!first) throw new Error('no order was placed')
    expect(await again(first.customer)).toMatchObject({ ok: true })
    await Promise.all([pay(first), ...others.flatMap((order) => [pay(order), again(order.customer)])])
    expect(await expectReturned(first)).toBe(
      `${NOT_REOPENED}its coupon can no longer be used. The order stays cancelled.`,
    )
    const uses = await db
      .selectFrom('couponUses')
      .select(({ fn }) => ['userId', fn.countAll<number>().as('count')])
      .where('couponId', '=', coupon.id)
      .groupBy('userId')
      .execute()
    expect(uses.map(({ count }) => count)).toEqual(Array(6).fill(1))
  })

  it('is refunded if the account has been closed', async () => {
    const order = await makeLapsedOrder(await makeUser(db))
    await updateRows(db, 'users', { id: order.customer.id }, { deletedAt: minutesLater(16) })
    await pay(order)
    expect(await expectReturned(order)).toBe(
      `${NOT_REOPENED}the account has been closed. The order stays cancelled.`,
    )
  })

  it('is refunded by one job, however often it is reported', async () => {
    const first = await makeLapsedOrder(await makeUser(db))
    await orderMixes(first.customer, { paymentMethod: 'cod' })
    await Promise.all([pay(first), pay(first), pay(first)])
    const [refund] = await refundsOfOrder(db, first.orderId)
    const jobs = (await readJobs(db, 'refund')).filter(({ refundId }) => refundId === refund?.id)
    expect(jobs).toHaveLength(1)
  })
})
