import { expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { findActionItems } from '#shop/analytics/overview.read.ts'
import { readListing as readProducts } from '#shop/catalogue/listing.read.ts'
import { PRODUCT_FILTERS } from '#shop/catalogue/listing.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { readSearch } from '#shop/kernel/filters.ts'
import { rupees } from '#shop/kernel/money.ts'
import { listMessages } from '#shop/messages/messages.read.ts'
import { sendContactMessage } from '#shop/messages/send-contact-message.ts'
import { cancelOrder } from '#shop/orders/cancel-order.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { listForAdmin } from '#shop/orders/listing.read.ts'
import { readListing } from '#shop/orders/listing.ts'
import { listStage } from '#shop/orders/packing.read.ts'
import { packOrders } from '#shop/orders/packing-desk.ts'
import { cardOrders, minutesLater } from '#tests/card-orders.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const shop = await testDatabase()
const { db, ctx } = shop
const { orderByCard } = cardOrders(shop)
const admin = await makeUser(db, { staffRole: 'owner' })
const productId = await makeProduct(db, { stockQuantity: 500 })

async function orderOf(now: Date) {
  const customer = await makeUser(db)
  const id = await makeOrder(ctx(customer, { now }), [{ productId, quantity: 1 }])
  return { id, customer }
}

it('counts for each action item the same rows as the list that its button opens', async () => {
  const old = new Date(NOW.getTime() - 10 * DAY_MS)
  await orderOf(NOW)
  await orderOf(old)
  const packed = await orderOf(old)
  await changeOrder(ctx(admin), { orderId: packed.id, status: 'processing' })
  await packOrders(ctx(admin), [{ orderId: packed.id, version: 2 }])
  await changeOrder(ctx(admin), { orderId: (await orderOf(NOW)).id, status: 'processing' })
  const shipped = await orderOf(NOW)
  await changeOrder(ctx(admin), { orderId: shipped.id, status: 'shipped' })
  await cancelOrder(ctx(shipped.customer), { orderId: shipped.id, details: '' })
  await orderByCard()
  for (const now of [old, NOW])
    await sendContactMessage(ctx(undefined, { now }), {
      ...{ side: 'millet', name: 'Asha', email: 'asha@example.test', subject: 'other', message: 'Hello' },
    })
  await makeProduct(db, { stockQuantity: 0 })
  await makeProduct(db, { stockQuantity: 3 })
  // 18% more than ₹100 is above the MRP of ₹117.
  await makeProduct(db, { stockQuantity: 50, price: rupees(100), mrp: rupees(117), hsnCode: '' })

  const now = minutesLater(20)
  const items = new Map(
    (await findActionItems(db, { now, lateBefore: NOW, taxes: ctx().config.taxes })).map(
      ({ kind, count }) => [kind, count],
    ),
  )
  const orders = async (query: string) =>
    (await listForAdmin(db, readListing(new URLSearchParams(query)), { now, lateBefore: NOW }, 100)).orders
      .length
  const products = async (query: string) =>
    (
      await readProducts(db, readSearch(PRODUCT_FILTERS, new URLSearchParams(query)), 100, {
        ...ctx().config.taxes,
        today: dayOf(now),
      })
    ).total
  const listed = {
    confirm: (await listStage(db, 'confirm', 100)).length,
    pack: (await listStage(db, 'pack', 100)).length,
    ship: (await listStage(db, 'ship', 100)).length,
    late: await orders('late=1'),
    hold_over: await orders('payment=hold_over'),
    cancellation: await orders('request=cancellation'),
    message: (await listMessages(db, { isLate: true, now, page: 1, perPage: 10 })).total,
    out_of_stock: await products('stock=out'),
    low_stock: await products('stock=low'),
    above_mrp: await products('stock=above-mrp'),
    no_hsn: await products('stock=no-hsn'),
  }
  expect(listed).toEqual({
    ...{ confirm: 2, pack: 1, ship: 1, late: 2, hold_over: 1 },
    ...{ cancellation: 1, message: 1 },
    out_of_stock: 1,
    low_stock: 2,
    above_mrp: 1,
    no_hsn: 1,
  })
  for (const [kind, count] of Object.entries(listed))
    expect([kind, items.get(kind as 'late')]).toEqual([kind, count])
})
