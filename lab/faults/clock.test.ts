/**
 * The clock jumps a day or a year ahead and back. No step is repeated or undone, and no customer stays locked out.
 */
import { expect, it } from 'vitest'
import { makePastOrder } from '#db/factories/history.ts'
import { makeUser } from '#db/factories/user.ts'
import { createRateLimiter } from '#infra/rate-limits/rate-limits.ts'
import { refreshRollups } from '#shop/analytics/refresh-rollups.ts'
import { checkLedger } from '#shop/inventory/movements.read.ts'
import { checkPayment, queueDuePayments } from '#shop/settlement/payment-jobs.ts'
import { cardOrders, minutesLater } from '#tests/card-orders.ts'
import { NOW, SECRET, testDatabase } from '#tests/database.ts'
import { readJobs } from '#tests/queued.ts'

const shop = await testDatabase()
const { db, ctx } = shop
const { orderByCard, actAtBank, prove, orderOf, paymentsOf, stockOf } = cardOrders(shop)
const DAY = 24 * 60
const YEAR = 365 * DAY
const ctxAt = (minutes: number) => ctx(undefined, { now: minutesLater(minutes) })

it('releases an order only once although its hold ends on a wrong day, and reopens it after its payment', async () => {
  const { orderId, intentId, productId, providerOrderId } = await orderByCard({ stock: 4, quantity: 2 })
  const checks = async () =>
    (await readJobs(db, 'payment-check')).filter((data) => data.intentId === intentId)
  for (const minutes of [DAY, -DAY, 0, DAY]) {
    await queueDuePayments(ctxAt(minutes))
    for (const _ of await checks()) await checkPayment(ctxAt(minutes), intentId)
  }
  expect(await orderOf(orderId)).toMatchObject({ status: 'cancelled', paymentStatus: 'failed' })
  expect(await stockOf(productId)).toBe(4)
  const back = await actAtBank(providerOrderId, 'success')
  await prove(orderId, back)
  await checkPayment(ctxAt(1), intentId)
  const payments = (await paymentsOf(orderId)).length
  expect(payments).toBe(1)
  expect(await orderOf(orderId)).toMatchObject({ status: 'pending', paymentStatus: 'paid' })
  expect(await stockOf(productId)).toBe(2)
  expect((await checkLedger(db)).gaps).toEqual([])
})

it('ignores rate-limit counts from a clock that was a year ahead, once the clock is right', async () => {
  let now = minutesLater(YEAR)
  const limits = createRateLimiter(db, { enabled: true, now: () => now, secret: SECRET })
  const wait = () => limits.consume('sign-in', '1.2.3.4', { max: 2, seconds: 3600 })
  expect([await wait(), await wait(), await wait()]).toEqual([0, 0, 3600])
  now = NOW
  expect([await wait(), await wait()]).toEqual([0, 0])
  // The limit applies again, even to a process whose clock is slightly slow.
  now = minutesLater(-0.5)
  expect(await wait()).toBeGreaterThan(0)
})

it('counts the same figures with a wrong clock as with the right one', async () => {
  const figures = async () => {
    const days = db.selectFrom('dailySales').selectAll().orderBy('day').execute()
    return {
      days: await days,
      customers: await db.selectFrom('customerSales').selectAll().orderBy('userId').execute(),
    }
  }
  const count = async (minutes: number) => {
    for (;;) {
      const refreshed = await refreshRollups(ctxAt(minutes))
      if (!refreshed.ok || refreshed.value === 0) return figures()
    }
  }
  const { productId } = await orderByCard({ stock: 50 })
  const { id: userId } = await makeUser(db)
  const items = [{ productId, quantity: 2, unitPrice: 10_000 }]
  for (const daysAgo of [1, 2, 40])
    await makePastOrder(db, { userId, placedAt: minutesLater(-daysAgo * DAY), items, status: 'delivered' })
  const ahead = await count(YEAR)
  // Changing all orders makes the rollups count them again with the right clock.
  await db.updateTable('orders').set({ version: 2 }).execute()
  expect(await count(0)).toEqual(ahead)
  expect(ahead.days.length).toBeGreaterThan(1)
})
