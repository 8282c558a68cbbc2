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
const heard = { catalogue: 0, orders: 0 }
const channels = (['catalogue', 'orders'] as const).map((channel) => {
  const onEvent = (payload: string | null) => {
    if (payload !== null) heard[channel] += 1
  }
  return listen({ url, channel, onEvent, onError: () => {} })
})
afterAll(() => Promise.all(channels.map((channel) => channel.stop())))

/** Resolves when every event sent so far has been received. */
const caughtUp = () => Promise.all(channels.map((channel) => channel.caughtUp()))

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
  await caughtUp()
  Object.assign(heard, { catalogue: 0, orders: 0 })
  published = 0
})

describe('what is announced', () => {
  it('is not sent by placing an order; the caller announces the stock change after the commit', async () => {
    await order()
    await caughtUp()
    expect(heard).toEqual({ catalogue: 0, orders: 0 })
    expect(published).toBe(1)
  })

  it('announces the stock change when an order is counted, in case the caller did not', async () => {
    await order()
    await refreshRollups({ db, now: NOW })
    await caughtUp()
    expect(heard.catalogue).toBeGreaterThan(0)
  })

  it('is every other step of an order', async () => {
    const orderId = await order()
    await changeOrder(ctx(admin), { orderId, status: 'processing' })
    await caughtUp()
    expect(heard.orders).toBe(1)
  })

  it('is every other movement of stock, and every change of a product', async () => {
    const units = new Map([[productId, 5]])
    await moveStock(db, { units, reason: 'made', orderId: null, actorId: admin.id, now: NOW })
    await caughtUp()
    expect(heard.catalogue).toBe(1)
    await updateRows(db, 'products', { id: productId }, { price: paise(12_300) })
    await caughtUp()
    expect(heard.catalogue).toBe(2)
  })
})
