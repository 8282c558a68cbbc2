import { expect, it } from 'vitest'
import { makeCoupon } from '#db/factories/coupon.ts'
import { makePastOrder, type PastOrder } from '#db/factories/history.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { readOverview } from '#shop/analytics/overview.read.ts'
import { refreshRollups } from '#shop/analytics/refresh-rollups.ts'
import { findRecord } from '#shop/coupons/coupons.read.ts'
import { findPerson } from '#shop/customers/people.read.ts'
import { exportListing } from '#shop/invoices/order-export.read.ts'
import { readListing } from '#shop/orders/listing.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { insertRows, updateRows } from '#tests/rows.ts'

const { db, ctx } = await testDatabase()
const product = await makeProduct(db)
const customer = await makeUser(db)
const coupon = await makeCoupon(db, {}, NOW)

/** Items for 100 rupees, 10 off by the coupon: 106.20 with tax. */
const TOTAL = 106_20

async function sellOrder(
  order: Partial<PastOrder>,
  refunds: { amount: number; status: string }[] = [],
  paid = 1,
) {
  const items = [{ productId: product, quantity: 1, unitPrice: 100_00 }]
  const facts = { userId: customer.id, placedAt: NOW, items, discount: 10_00 }
  const orderId = await makePastOrder(db, { ...facts, ...order })
  await updateRows(db, 'orders', { id: orderId }, { couponId: coupon?.id ?? null })
  const payment = { orderId, provider: 'sandbox', amount: TOTAL, capturedAt: NOW }
  const payments = await db
    .insertInto('payments')
    .values(
      Array.from({ length: paid }, (_, time) => ({ ...payment, providerPaymentId: `${orderId} ${time}` })),
    )
    .returning('id')
    .execute()
  const paymentId = payments.at(-1)?.id ?? ''
  const refund = { orderId, paymentId, reason: '', createdAt: NOW, updatedAt: NOW }
  for (const [at, fields] of refunds.entries())
    await insertRows(db, 'refunds', { ...refund, ...fields, key: `${orderId} ${at}` })
  return orderId
}

it('every figure leaves out cancelled, refunded and unpaid card orders, and subtracts partial refunds', async () => {
  const paid = { paymentStatus: 'paid', status: 'delivered' } as const
  await sellOrder(paid)
  const partlyRefunded = await sellOrder(paid, [
    { amount: 20_00, status: 'requested' },
    { amount: 5_00, status: 'by_hand' },
    { amount: 30_00, status: 'refused' },
  ])
  // Paid twice by mistake: the second payment is refunded, the order stays paid.
  await sellOrder(paid, [{ amount: TOTAL, status: 'done' }], 2)
  // Cash orders count as soon as they are placed, before they are paid.
  await sellOrder({ status: 'shipped', paymentStatus: 'pending' })
  await sellOrder({ status: 'delivered', paymentStatus: 'pending' })
  const [sales, paidRevenue] = [5, 3 * TOTAL - 25_00]
  const revenue = paidRevenue + 2 * TOTAL
  // Orders that are not sales: unpaid by card, cancelled or refunded in full.
  await sellOrder({ ...paid, status: 'cancelled' })
  await sellOrder({ ...paid, paymentStatus: 'refunded' }, [{ amount: TOTAL, status: 'done' }])
  await sellOrder(paid, [{ amount: TOTAL, status: 'by_hand' }])
  await sellOrder({ paymentMethod: 'card', paymentStatus: 'pending' })
  await sellOrder({ paymentMethod: 'card', paymentStatus: 'failed', status: 'delivered' })

  expect(await findRecord(db, coupon?.id ?? '')).toMatchObject({ revenue, discountGiven: sales * 10_00 })
  expect(await findPerson(db, customer.id)).toMatchObject({ revenue })
  await refreshRollups(ctx())
  const overview = await readOverview(db, NOW)
  expect(overview).toMatchObject({ revenue: { total: revenue }, paidRevenue })
  expect(overview.days.at(-1)).toMatchObject({ sales: sales, revenue, paidRevenue, orders: 10 })
  expect(await db.selectFrom('customerSales').select(['sales', 'revenue']).executeTakeFirst()).toEqual({
    sales: sales,
    revenue,
  })

  const rows = []
  for await (const page of exportListing(db, readListing(new URLSearchParams()), {
    now: NOW,
    lateBefore: NOW,
  }))
    rows.push(...page)
  const [headings = [], ...orders] = rows
  const column = (name: string) => headings.indexOf(name)
  const refunded = orders.find(([id]) => id === partlyRefunded)?.[column('Refunded')]
  expect(refunded).toBe(25)
})
