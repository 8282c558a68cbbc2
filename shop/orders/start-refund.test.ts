import { describe, expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { rupees } from '#shop/kernel/money.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { requestsOfOrder } from '#shop/orders/orders.read.ts'
import { requestOrderRefund } from '#shop/orders/request-refund.ts'
import { startRefund } from '#shop/orders/start-refund.ts'
import { refundsOfOrder } from '#shop/payments/refunds.read.ts'
import { decideRefund } from '#shop/settlement/decide-refund.ts'
import { testDatabase } from '#tests/database.ts'
import { queued } from '#tests/queued.ts'

const { db, ctx } = await testDatabase({ poolSize: 10 })
const admin = await makeUser(db, { isAdmin: true })
const other = await makeUser(db, { isAdmin: true })
const customer = await makeUser(db)
const productId = (await makeProduct(db, { price: rupees(100), stockQuantity: 1000 })) ?? ''

async function delivered() {
  const orderId = await makeOrder(ctx(customer), [{ productId, quantity: 2 }])
  await changeOrder(ctx(admin), { orderId, status: 'delivered' })
  return orderId
}
const start = (orderId: string, actor = admin) =>
  startRefund(ctx(actor), { orderId, reason: 'damaged', details: 'Said so on the phone' })

describe('a refund that the shop starts', () => {
  it('is decided like a request, and the customer is told only then', async () => {
    const orderId = await delivered()
    const before = (await queued(db, 'order-moved')).length
    expect(await start(orderId)).toEqual({ ok: true, value: null })
    expect(await requestsOfOrder(db, orderId)).toMatchObject([
      { kind: 'refund', status: 'open', reason: 'damaged' },
    ])
    expect(await refundsOfOrder(db, orderId)).toEqual([])
    expect(await queued(db, 'order-moved')).toHaveLength(before)
    const decided = await decideRefund(ctx(admin), {
      ...{ orderId, decision: 'approve', answer: '', amount: rupees(50), returned: [] },
    })
    expect(decided.ok).toBe(true)
    expect(await refundsOfOrder(db, orderId)).toMatchObject([{ amount: rupees(50) }])
    expect(await queued(db, 'order-moved')).toHaveLength(before + 1)
    expect(await start(orderId)).toMatchObject({ reason: 'refund_granted' })
  })

  it('is one, whoever starts it at the same time', async () => {
    const orderId = await delivered()
    const asked = { orderId, reason: 'damaged', details: '' } as const
    await Promise.all([start(orderId), start(orderId, other), requestOrderRefund(ctx(customer), asked)])
    expect(await requestsOfOrder(db, orderId)).toHaveLength(1)
  })

  it('is for admins, and for delivered orders with money to give back', async () => {
    const orderId = await delivered()
    expect(await start(orderId, customer)).toMatchObject({ reason: 'not_admin' })
    const pending = await makeOrder(ctx(customer), [{ productId, quantity: 1 }])
    expect(await start(pending)).toMatchObject({ reason: 'not_delivered' })
    expect(await start('00000000-0000-4000-8000-000000000099')).toMatchObject({ reason: 'order_not_found' })
    await db.deleteFrom('payments').where('orderId', '=', orderId).execute()
    expect(await start(orderId)).toMatchObject({ reason: 'nothing_to_refund' })
  })
})
