import { expect, it } from 'vitest'
import { orderInput } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { serializeCart } from '#shop/carts/cart.ts'
import { addCustomer } from '#shop/customers/add-customer.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { rupees } from '#shop/kernel/money.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { signPayment } from '#shop/orders/order-paths.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { createOrder, quoteOrder } from '#shop/orders/place-order.ts'
import { openPayment } from '#shop/settlement/pay-order.ts'
import { minutesLater } from '#tests/card-orders.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { readJobs } from '#tests/queued.ts'
import { insertRows, rowsOf, stockOf } from '#tests/rows.ts'

const { db, ctx } = await testDatabase()
const manager = await makeUser(db, { staffRole: 'manager' })

async function orderFor(customerId: string, fields: Parameters<typeof orderInput>[2] = {}) {
  const productId = await makeProduct(db, { price: rupees(100), stockQuantity: 5 }, NOW)
  const input = await orderInput(db, [{ productId, quantity: 2 }], fields)
  return { productId, input: { ...input, customerId, discountPercent: 10 } }
}

it('places an order for a customer once, with the discount and an entry in the audit log', async () => {
  const customer = await makeUser(db)
  const { productId, input } = await orderFor(customer.id)
  await insertRows(db, 'carts', { userId: customer.id, lines: serializeCart(input.lines), updatedAt: NOW })
  const quoted = must(await quoteOrder(ctx(manager), { ...input, shippingAddress: null }))
  expect(quoted.quote).toMatchObject({ subtotal: 20_000, discount: 2_000 })
  const [first, second] = await Promise.all([
    createOrder(ctx(manager), input),
    createOrder(ctx(manager), input),
  ])
  const { orderId } = must(first)
  expect(must(second).orderId).toBe(orderId)
  expect(await findOrder(db, orderId)).toMatchObject({
    ...{ userId: customer.id, discount: 2_000, discountLabel: '10% off', total: quoted.quote.total },
    events: [{ by: 'shop', toStatus: 'pending' }],
  })
  expect(await stockOf(db, productId)).toBe(3)
  expect(await rowsOf(db, 'carts', { userId: customer.id })).toMatchObject([
    { lines: serializeCart(input.lines) },
  ])
  expect(await rowsOf(db, 'auditLog', { entityId: orderId })).toMatchObject([
    { action: 'create', actorId: manager.id, after: { payment: 'cod', discountPercent: 10 } },
  ])
  const changed = await createOrder(ctx(manager), { ...input, discountPercent: 5 })
  expect(changed).toEqual(err('idempotency_key_reused'))
})

it('refuses a discount above the role’s limit, and a discount on the actor’s own order', async () => {
  const customer = await makeUser(db)
  const { input } = await orderFor(customer.id)
  const tooHigh = await createOrder(ctx(manager), { ...input, discountPercent: 21 })
  expect(tooHigh).toEqual(err('discount_above_limit'))
  expect(await createOrder(ctx(manager), { ...input, customerId: manager.id })).toEqual(err('own_discount'))
  const owner = await makeUser(db, { staffRole: 'owner' })
  expect(await createOrder(ctx(owner), { ...input, discountPercent: 21 })).toMatchObject({ ok: true })
})

it('applies the customer’s limits on cash', async () => {
  const customer = await makeUser(db)
  const { input } = await orderFor(customer.id)
  const { config } = ctx()
  const orderLimits = { ...config.orderLimits, cashForNew: rupees(1) }
  const limited = ctx(manager, { config: { ...config, orderLimits } })
  expect(await createOrder(limited, input)).toMatchObject({ reason: 'cash_limit' })
})

it('makes a payment link that any browser can use for 24 hours', async () => {
  const customer = await makeUser(db)
  const { input } = await orderFor(customer.id, { paymentMethod: 'card' })
  const { orderId } = must(await createOrder(ctx(manager), input))
  expect((await findOrder(db, orderId))?.events.at(-1)).toMatchObject({ kind: 'payment_link', by: 'shop' })
  expect(await readJobs(db, 'order-moved')).toContainEqual(expect.objectContaining({ orderId }))
  const other = must(
    await createOrder(ctx(manager), (await orderFor(customer.id, { paymentMethod: 'card' })).input),
  )
  const { links } = ctx()
  const open = (proof: string | null, minutes = 23 * 60) =>
    openPayment(ctx(VISITOR, { now: minutesLater(minutes) }), { orderId, proof })
  expect(await open(signPayment(links, orderId))).toMatchObject({ ok: true })
  expect(await open(null)).toEqual(err('signed_out'))
  expect(await open(signPayment(links, other.orderId))).toEqual(err('signed_out'))
  expect(await open(signPayment(links, orderId), 24 * 60)).toEqual(err('not_payable'))
})

it('adds a customer without email once, and never shows the placeholder address', async () => {
  const kamala = { fullName: 'Kamala Bai', phoneNumber: '9845098451', email: null }
  const { userId } = must(await addCustomer(ctx(manager), kamala))
  expect(await addCustomer(ctx(manager), kamala)).toEqual(ok({ userId, isNew: false }))
  const sameHousehold = await addCustomer(ctx(manager), { ...kamala, fullName: 'Ramesh' })
  expect(sameHousehold).toMatchObject({ value: { isNew: true } })
  const { input } = await orderFor(userId)
  const { orderId } = must(await createOrder(ctx(manager), input))
  expect(await findOrder(db, orderId)).toMatchObject({ customerName: 'Kamala Bai', customerEmail: '' })
})

it('finds the account with the same email', async () => {
  const customer = await makeUser(db)
  const { email } = customer
  const added = await addCustomer(ctx(manager), { fullName: 'Asha', phoneNumber: '9845098452', email })
  expect(added).toEqual(ok({ userId: customer.id, isNew: false }))
})
