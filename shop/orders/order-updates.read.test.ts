import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { listen } from '#infra/database/listen.ts'
import { refreshRollups } from '#shop/analytics/refresh-rollups.ts'
import { moveStock } from '#shop/inventory/stock.sql.ts'
import { paise } from '#shop/kernel/money.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { updateRows } from '#tests/rows.ts'

const { db, url, ctx } = await testDatabase()
const received = { catalogue: 0, orders: 0 }
const channels = (['catalogue', 'orders'] as const).map((channel) => {
  const onEvent = (payload: string | null) => {
    if (payload !== null) received[channel] += 1
  }
  return listen({ url, channel, onEvent, onError: () => {} })
})
afterAll(() => Promise.all(channels.map((channel) => channel.stop())))

/** Resolves when all events sent so far have been received. */
const receiveEvents = () => Promise.all(channels.map((channel) => channel.catchUp()))

let published = 0
const stockEvents = {
  stockChanged: () => {
    published += 1
  },
}
const customer = await makeUser(db)
const admin = await makeUser(db, { staffRole: 'owner' })
const productId = await makeProduct(db, { stockQuantity: 100 })
const order = () => makeOrder(ctx(customer, { stockEvents }), [{ productId, quantity: 1 }])

beforeEach(async () => {
  await receiveEvents()
  Object.assign(received, { catalogue: 0, orders: 0 })
  published = 0
})

describe('events of orders and stock', () => {
  it('are not sent by placing an order, which publishes the stock change after the commit', async () => {
    await order()
    await receiveEvents()
    expect(received).toEqual({ catalogue: 0, orders: 0 })
    expect(published).toBe(1)
  })

  it('are sent when the rollups count an order, in case its stock change was not published', async () => {
    await order()
    await refreshRollups({ db, now: NOW })
    await receiveEvents()
    expect(received.catalogue).toBeGreaterThan(0)
  })

  it('are sent when an order’s status changes', async () => {
    const orderId = await order()
    await changeOrder(ctx(admin), { orderId, status: 'processing' })
    await receiveEvents()
    expect(received.orders).toBe(1)
  })

  it('are sent for stock movements without an order and for changes of a product', async () => {
    const units = new Map([[productId, 5]])
    await moveStock(db, { units, reason: 'made', orderId: null, actorId: admin.id, now: NOW })
    await receiveEvents()
    expect(received.catalogue).toBe(1)
    await updateRows(db, 'products', { id: productId }, { price: paise(12_300) })
    await receiveEvents()
    expect(received.catalogue).toBe(2)
  })
})
