import { describe, expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import type { OrderStatus } from '#shop/orders/order.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { transitionOrder } from '#shop/orders/transition-order.flow.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { readJobs } from '#tests/queued.ts'
import { stockOf } from '#tests/rows.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase({ poolSize: 10 })
const { db, ctx, jobs } = shop
const { orderProduct } = await story(shop)
const customer = await makeUser(db)

const makeCustomerOrder = (quantity = 2) => orderProduct(customer, { quantity })

function moveOrder(orderId: string, from: OrderStatus, to: OrderStatus, note: string | null = null) {
  return db
    .transaction()
    .execute((trx) => transitionOrder(trx, jobs, { orderId, from, to, actorId: null, note, now: NOW }))
}

const jobsOf = async (orderId: string) =>
  (await readJobs(db, 'order-moved')).filter((job) => job.orderId === orderId)

describe('transitionOrder', () => {
  it('writes status and history and queues the email', async () => {
    const { orderId } = await makeCustomerOrder()
    expect(await moveOrder(orderId, 'pending', 'processing', 'Packed today')).toBe('moved')
    const order = await findOrder(db, orderId)
    expect(order?.status).toBe('processing')
    const event = order?.events.at(-1)
    expect(event).toMatchObject({ fromStatus: 'pending', toStatus: 'processing', note: 'Packed today' })
    expect(await jobsOf(orderId)).toEqual([{ orderId, eventId: event?.id }])
  })

  it('changes nothing if the order has another status or the new status is the same', async () => {
    const { orderId } = await makeCustomerOrder()
    expect(await moveOrder(orderId, 'processing', 'shipped')).toBe('not_from')
    expect(await moveOrder(orderId, 'pending', 'pending')).toBe('not_from')
    expect((await findOrder(db, orderId))?.events).toHaveLength(1)
    expect(await jobsOf(orderId)).toEqual([])
  })

  it('restocks the units of a cancelled order and allocates them again when reopened', async () => {
    const { productId, orderId } = await makeCustomerOrder()
    await moveOrder(orderId, 'pending', 'cancelled')
    expect(await stockOf(db, productId)).toBe(10)
    await moveOrder(orderId, 'cancelled', 'processing')
    expect(await stockOf(db, productId)).toBe(8)
  })

  it('refuses to reopen an order whose units were sold', async () => {
    const { productId, orderId } = await makeCustomerOrder(10)
    await moveOrder(orderId, 'pending', 'cancelled')
    await makeOrder(ctx(customer), [{ productId, quantity: 1 }])
    expect(await moveOrder(orderId, 'cancelled', 'pending')).toBe('out_of_stock')
  })

  it('makes exactly one of several concurrent transitions', async () => {
    const { productId, orderId } = await makeCustomerOrder()
    const targets: OrderStatus[] = ['cancelled', 'shipped', 'processing', 'cancelled', 'delivered', 'shipped']
    const outcomes = await Promise.all(targets.map((to) => moveOrder(orderId, 'pending', to)))
    expect(outcomes.filter((outcome) => outcome === 'moved')).toHaveLength(1)
    const order = await findOrder(db, orderId)
    expect(order?.events).toHaveLength(2)
    expect(await stockOf(db, productId)).toBe(order?.status === 'cancelled' ? 10 : 8)
  })

  it('does not deadlock when orders of the same products are cancelled concurrently', async () => {
    const [a, b] = [
      await makeProduct(db, { stockQuantity: 50 }),
      await makeProduct(db, { stockQuantity: 50 }),
    ]
    const orders = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        makeOrder(
          ctx(customer),
          (at % 2 ? [a, b] : [b, a]).map((productId) => ({ productId, quantity: 1 })),
        ),
      ),
    )
    const outcomes = await Promise.all(orders.map((orderId) => moveOrder(orderId, 'pending', 'cancelled')))
    expect(outcomes).toEqual(orders.map(() => 'moved'))
    expect([await stockOf(db, a), await stockOf(db, b)]).toEqual([50, 50])
  })
})
