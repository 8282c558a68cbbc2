import { describe, expect, it } from 'vitest'
import { makeCoupon } from '#db/factories/coupon.ts'
import { ADDRESS, type OrderedItem, orderInput } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import type { OrderLimits } from '#shop/ctx.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { paise, rupees } from '#shop/kernel/money.ts'
import { err } from '#shop/kernel/result.ts'
import { cancelOrder } from '#shop/orders/cancel-order.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import type { PlaceOrderInput } from '#shop/orders/input.ts'
import { readOrderHistory } from '#shop/orders/orders.read.ts'
import { placeOrder } from '#shop/orders/place-order.ts'
import { cardOrders } from '#tests/card-orders.ts'
import { NO_ORDER_LIMITS, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { stockOf } from '#tests/rows.ts'

const shop = await testDatabase({ poolSize: 12 })
const { db, ctx } = shop
const { prove, actAtBank, orderByCard } = cardOrders(shop)
const admin = await makeUser(db, { staffRole: 'owner' })

async function product(fields: Parameters<typeof makeProduct>[1] = {}): Promise<string> {
  return await makeProduct(db, { price: rupees(100), stockQuantity: 10_000, ...fields })
}
/** ₹118 with tax. */
const ragi = await product({ name: 'Ragi Mix' })

async function order(
  customer: Person,
  limits: Partial<OrderLimits>,
  items: OrderedItem[] = [{ productId: ragi, quantity: 1 }],
  fields: Partial<PlaceOrderInput> = {},
) {
  const base = ctx(customer)
  const config = { ...base.config, orderLimits: { ...NO_ORDER_LIMITS, ...limits } }
  const shippingAddress = { ...ADDRESS, phone: phoneOf(customer) }
  return placeOrder({ ...base, config }, await orderInput(db, items, { shippingAddress, ...fields }))
}

/** One number per customer, since unpaid orders are also limited by phone number. */
const phones = new Map<string, string>()
function phoneOf({ id }: Person): string {
  const phone = phones.get(id) ?? `9${String(phones.size).padStart(9, '0')}`
  phones.set(id, phone)
  return phone
}

describe('the limit of units of one product in an order', () => {
  it('counts the units of all lines, including units in mixes', async () => {
    const spice = await product({ name: 'Garam Masala', isPick: true })
    const box = await product({ name: 'Box', tastemakerPicks: 4 })
    const items = (single: number): OrderedItem[] => [
      { productId: box, quantity: 2, tastemakers: Array(4).fill(spice) },
      { productId: spice, quantity: single },
      { productId: spice, quantity: 1 },
    ]
    const customer = await makeUser(db)
    const refused = await order(customer, { unitsPerProduct: 10 }, items(2))
    const message = 'You can order up to 10 of Garam Masala at a time. For more, write to us.'
    expect(refused).toMatchObject({
      reason: 'too_many_units',
      cart: { lines: [{ message }, { message }, { message }] },
    })
    expect(await stockOf(db, spice)).toBe(10_000)
    expect(await order(customer, { unitsPerProduct: 10 }, items(1))).toMatchObject({ ok: true })
    expect(await stockOf(db, spice)).toBe(9_990)
  })
})

describe('the cash limit', () => {
  const LIMITS = { cash: rupees(1000), cashForNew: rupees(236) }
  const pieces = (quantity: number) => [{ productId: ragi, quantity }]

  it('is lower until an order has been delivered and paid, and does not apply to card orders', async () => {
    const customer = await makeUser(db)
    expect(await order(customer, LIMITS, pieces(3))).toEqual({
      ok: false,
      reason: 'cash_limit',
      message:
        'You can pay up to ₹236 in cash until your first order has arrived. For more, pay by card, order less, or write to us.',
    })
    expect(await order(customer, LIMITS, pieces(3), { paymentMethod: 'card' })).toMatchObject({ ok: true })
    const first = must(await order(customer, LIMITS, pieces(2)))
    expect(await order(customer, LIMITS, pieces(3))).toMatchObject(err('cash_limit'))
    await changeOrder(ctx(admin), { orderId: first.orderId, status: 'delivered' })
    expect(await order(customer, LIMITS, pieces(8))).toMatchObject({ ok: true })
    expect(await order(customer, LIMITS, pieces(9))).toMatchObject({
      message: 'You can pay up to ₹1,000 in cash. For more, pay by card, order less, or write to us.',
    })
  })

  it('is lower again after the delivered order was refunded', async () => {
    const customer = await makeUser(db)
    const first = must(await order(customer, LIMITS))
    await changeOrder(ctx(admin), { orderId: first.orderId, status: 'delivered' })
    expect(await readOrderHistory(db, customer)).toEqual({
      hasOrdered: true,
      isKnown: true,
      openUnpaid: 0,
      openForPhone: 0,
      openValue: 0,
    })
    const { orderId } = first
    await db.updateTable('orders').set({ paymentStatus: 'refunded' }).where('id', '=', orderId).execute()
    expect(await order(customer, LIMITS, pieces(3))).toMatchObject(err('cash_limit'))
  })
})

describe('the limits of unpaid orders', () => {
  const LIMITS = { openUnpaid: 3 }

  it('allow a limited number at a time, by cash and card, even if placed concurrently', async () => {
    const customer = await makeUser(db)
    const stockBefore = await stockOf(db, ragi)
    const methods = Array.from({ length: 12 }, (_, at) => (at % 2 ? 'card' : 'cod') as 'card' | 'cod')
    const outcomes = await Promise.all(
      methods.map((paymentMethod) => order(customer, LIMITS, undefined, { paymentMethod })),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(3)
    expect(outcomes.find(({ ok }) => !ok)).toEqual({
      ok: false,
      reason: 'too_many_open_orders',
      message:
        'You have 3 orders that aren’t paid yet, and an account can have 3 at a time. Pay for one or cancel it, or wait until one arrives, then order again.',
    })
    expect(await stockOf(db, ragi)).toBe(stockBefore - 3)
  })

  it('allow a limited total before the first delivery, also by card', async () => {
    const customer = await makeUser(db)
    const limits = { openValueForNew: rupees(300) }
    const card = { paymentMethod: 'card' } as const
    expect(await order(customer, limits, undefined, card)).toMatchObject({ ok: true })
    expect(await order(customer, limits, [{ productId: ragi, quantity: 2 }], card)).toEqual({
      ok: false,
      reason: 'too_many_open_orders',
      message:
        'Until your first order has arrived, orders that aren’t paid yet can come to ₹300 together. Order less, pay for an order first, or write to us.',
    })
    expect(await order(customer, limits)).toMatchObject({ ok: true })
  })

  it('count the orders of a phone number across accounts', async () => {
    const shippingAddress = { ...ADDRESS, phone: '9876501234' }
    const placeWithPhone = async () =>
      order(await makeUser(db), { openUnpaid: 2 }, undefined, { shippingAddress })
    expect([await placeWithPhone(), await placeWithPhone()]).toMatchObject([{ ok: true }, { ok: true }])
    // The third account has no orders, so the message does not begin with 'You have'.
    expect(await placeWithPhone()).toMatchObject({
      reason: 'too_many_open_orders',
      message: expect.stringMatching(/^This phone number already has 2 orders /),
    })
  })

  it('do not count paid, cancelled and delivered orders, and do not apply to a free order', async () => {
    const cardOrder = await orderByCard()
    const { customer } = cardOrder
    const oneUnpaid = { openUnpaid: 1 }
    expect(await order(customer, oneUnpaid)).toMatchObject(err('too_many_open_orders'))
    await prove(cardOrder.orderId, await actAtBank(cardOrder.providerOrderId, 'success'))
    for (const end of ['cancelled', 'delivered'] as const) {
      const { orderId } = must(await order(customer, oneUnpaid))
      expect(await order(customer, oneUnpaid)).toMatchObject(err('too_many_open_orders'))
      if (end === 'cancelled') await cancelOrder(ctx(customer), { orderId, details: '' })
      else await changeOrder(ctx(admin), { orderId, status: 'delivered' })
    }
    expect(await order(customer, oneUnpaid)).toMatchObject({ ok: true })
    const free = await makeCoupon(db, { value: { discountType: 'percentage', basisPoints: 10_000 } })
    const couponCode = free?.code ?? ''
    expect(await order(customer, oneUnpaid, undefined, { couponCode, paymentMethod: 'card' })).toMatchObject({
      ok: true,
    })
  })

  it('do not refuse a repeated request with the same idempotency key', async () => {
    const customer = await makeUser(db)
    const placeWithKey = () => order(customer, { openUnpaid: 1 }, undefined, { idempotencyKey: 'once' })
    const first = await placeWithKey()
    expect(first).toMatchObject({ ok: true, value: { isReplay: false } })
    expect(await placeWithKey()).toMatchObject({ ok: true, value: { isReplay: true } })
  })
})

it('placeOrder refuses a card order below the providers’ minimum', async () => {
  const cheap = await product({ price: paise(84) })
  const tryOrder = async (quantity: number) =>
    order(await makeUser(db), {}, [{ productId: cheap, quantity }], { paymentMethod: 'card' })
  expect(await tryOrder(1)).toEqual({ ok: false, reason: 'below_card_minimum' })
  expect(await tryOrder(2)).toMatchObject({ ok: true })
})
