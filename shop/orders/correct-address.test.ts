import { expect, it } from 'vitest'
import { ADDRESS, makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { orderStatusEmail } from '#infra/email/templates/order-emails.ts'
import { issueInvoice } from '#shop/invoices/issue-invoice.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { correctAddress } from '#shop/orders/correct-address.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { queued } from '#tests/queued.ts'

const { db, ctx } = await testDatabase({ poolSize: 10 })
const admin = await makeUser(db, { isAdmin: true })
const customer = await makeUser(db)
const productId = (await makeProduct(db, { stockQuantity: 1000 })) ?? ''
const KOCHI = { ...ADDRESS, city: 'Kochi', state: 'Kerala', postalCode: '682001' }

const order = () => makeOrder(ctx(customer), [{ productId, quantity: 1 }])
const correct = (orderId: string, address = KOCHI, version = 1, actor = admin) =>
  correctAddress(ctx(actor), { orderId, version, address })

it('changes this order’s address, tells the customer and is in history and audit log', async () => {
  const [orderId, other] = [await order(), await order()]
  const total = (await findOrder(db, orderId))?.total
  expect(await correct(orderId)).toEqual({ ok: true, value: null })
  const corrected = await findOrder(db, orderId)
  expect([corrected?.shippingAddress, corrected?.total, corrected?.version]).toEqual([KOCHI, total, 2])
  expect((await findOrder(db, other))?.shippingAddress).toEqual(ADDRESS)
  const event = corrected?.events.at(-1)
  expect(event).toMatchObject({ kind: 'address_corrected', by: 'shop' })
  expect((await queued(db, 'order-moved')).at(-1)).toEqual({ orderId, eventId: event?.id })
  if (!corrected || !event) throw new Error('no event')
  const { deliveryTimes: times } = ctx().config
  const email = await orderStatusEmail(corrected, event, {
    brand: 'Cultiva',
    origin: 'http://x',
    times,
    now: NOW,
  })
  expect(email.subject).toMatch(/: corrected address$/)
  const log = await db
    .selectFrom('auditLog')
    .select(['before', 'after'])
    .where('entityId', '=', orderId)
    .execute()
  expect(log).toMatchObject([{ before: { city: 'Bengaluru' }, after: { city: 'Kochi' } }])
})

it('the same address changes nothing', async () => {
  const orderId = await order()
  expect((await correct(orderId, ADDRESS)).ok).toBe(true)
  expect((await findOrder(db, orderId))?.version).toBe(1)
})

it('is for admins, before shipping, as the order was seen', async () => {
  const orderId = await order()
  expect(await correct(orderId, KOCHI, 1, customer)).toMatchObject({ reason: 'not_admin' })
  expect(await correct(orderId, KOCHI, 9)).toMatchObject({ reason: 'edit_conflict' })
  const both = await Promise.all([
    changeOrder(ctx(admin), { orderId, version: 1, status: 'shipped' }),
    correct(orderId),
  ])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  await changeOrder(ctx(admin), { orderId, status: 'shipped' })
  const version = (await findOrder(db, orderId))?.version ?? 0
  expect(await correct(orderId, KOCHI, version)).toMatchObject({ reason: 'already_shipped' })
})

it('keeps the state that an invoice names', async () => {
  const orderId = await order()
  await changeOrder(ctx(admin), { orderId, status: 'shipped' })
  await issueInvoice(ctx(admin), orderId)
  await changeOrder(ctx(admin), { orderId, status: 'processing' })
  const version = (await findOrder(db, orderId))?.version ?? 0
  expect(await correct(orderId, KOCHI, version)).toMatchObject({ reason: 'state_on_invoice' })
  const mysuru = { ...ADDRESS, city: 'Mysuru', postalCode: '570001' }
  expect((await correct(orderId, mysuru, version)).ok).toBe(true)
})
