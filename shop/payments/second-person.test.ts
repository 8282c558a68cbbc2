import { describe, expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { rupees } from '#shop/kernel/money.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { findOrder, requestsOfOrder } from '#shop/orders/orders.read.ts'
import { requestOrderRefund, startRefund } from '#shop/orders/request-refund.ts'
import { recordCash } from '#shop/payments/payments.sql.ts'
import { refundsOfOrder } from '#shop/payments/refunds.read.ts'
import { refundAgreementOf } from '#shop/payments/second-person.flow.ts'
import { decideRefund } from '#shop/settlement/decide-refund.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { insertRow, rowOf } from '#tests/rows.ts'

const { db, ctx: plain } = await testDatabase()
const [first, second, third] = await Promise.all([1, 2, 3].map(() => makeUser(db, { staffRole: 'manager' })))
const ABOVE = rupees(100)

function ctxFor(actor: Person | undefined, later = 0) {
  const ctx = plain(actor, { now: new Date(NOW.getTime() + later) })
  const config = { ...ctx.config, secondPerson: { refundsAbove: ABOVE, payoutsAbove: null } }
  return { ...ctx, config }
}

/** Makes a delivered order of two units, ₹236 in all, with an open refund request. */
async function makeRefundRequest(customer?: Person) {
  const productId = await makeProduct(db, { price: rupees(100), stockQuantity: 50 }, NOW)
  const buyer = customer ?? (await makeUser(db))
  const orderId = await makeOrder(plain(buyer), [{ productId, quantity: 2 }])
  await changeOrder(ctxFor(first), { orderId, status: 'delivered' })
  await recordCash(db, orderId, NOW)
  await requestOrderRefund(plain(buyer), { orderId, reason: 'damaged', details: '' })
  const itemId = (await findOrder(db, orderId))?.items[0]?.id ?? ''
  return { orderId, itemId }
}

const NEEDED = err('second_person_needed')
const DONE = ok(null)

const approve = (orderId: string, amount: number) =>
  ({ orderId, decision: 'approve', answer: '', amount: rupees(amount), returned: [] }) as const

describe('a refund above the limit', () => {
  it('is made if a second person decides the same, but not if the first person repeats the decision', async () => {
    const { orderId } = await makeRefundRequest()
    for (let time = 0; time < 3; time += 1)
      expect(await decideRefund(ctxFor(first), approve(orderId, 150))).toEqual(NEEDED)
    expect(await refundsOfOrder(db, orderId)).toEqual([])
    expect(await refundAgreementOf(db, orderId, NOW)).toMatchObject({
      agreedBy: first?.id,
      terms: { kind: 'refund', amount: rupees(150) },
    })
    expect(await decideRefund(ctxFor(second), approve(orderId, 150))).toEqual(DONE)
    expect(await refundsOfOrder(db, orderId)).toMatchObject([{ amount: rupees(150) }])
    expect(await refundAgreementOf(db, orderId, NOW)).toBeNull()
  })

  it('ignores the decision of a person who has lost the permission since', async () => {
    const { orderId } = await makeRefundRequest()
    const leaving = await makeUser(db, { staffRole: 'manager' })
    expect(await decideRefund(ctxFor(leaving), approve(orderId, 150))).toEqual(NEEDED)
    await db.updateTable('users').set({ staffRole: 'packer' }).where('id', '=', leaving.id).execute()
    expect(await decideRefund(ctxFor(second), approve(orderId, 150))).toEqual(NEEDED)
    expect(await refundsOfOrder(db, orderId)).toEqual([])
    // Getting the role back does not restore the decision.
    expect(await decideRefund(ctxFor(leaving), approve(orderId, 140))).toEqual(NEEDED)
    for (const staffRole of ['packer', 'manager'])
      await db.updateTable('users').set({ staffRole }).where('id', '=', leaving.id).execute()
    expect(await decideRefund(ctxFor(second), approve(orderId, 140))).toEqual(NEEDED)
  })

  it('needs two new decisions for another amount or other lines, and after a week', async () => {
    const { orderId, itemId } = await makeRefundRequest()
    const withLines = { ...approve(orderId, 150), returned: [{ itemId, quantity: 1, restocked: 0 }] }
    expect(await decideRefund(ctxFor(first), approve(orderId, 150))).toEqual(NEEDED)
    expect(await decideRefund(ctxFor(second), approve(orderId, 160))).toEqual(NEEDED)
    expect(await decideRefund(ctxFor(third), withLines)).toEqual(NEEDED)
    expect(await decideRefund(ctxFor(first, 8 * 86_400_000), withLines)).toEqual(NEEDED)
    expect(await refundsOfOrder(db, orderId)).toEqual([])
    expect(await decideRefund(ctxFor(second, 8 * 86_400_000), withLines)).toEqual(DONE)
  })

  it('is made once if several persons decide the same concurrently', async () => {
    const { orderId } = await makeRefundRequest()
    await decideRefund(ctxFor(first), approve(orderId, 150))
    const answers = await Promise.all(
      [first, second, third, second, third].map((actor) =>
        decideRefund(ctxFor(actor), approve(orderId, 150)),
      ),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await refundsOfOrder(db, orderId)).toHaveLength(1)
  })

  it('counts earlier refunds of the order towards the limit; within the limit one person is enough', async () => {
    const { orderId } = await makeRefundRequest()
    expect(await decideRefund(ctxFor(first), approve(orderId, 60))).toEqual(DONE)
    const [request] = await requestsOfOrder(db, orderId)
    const again = { orderId, reason: 'damaged', details: '', previousId: request?.id ?? '' } as const
    await startRefund(ctxFor(first, 60_000), again)
    expect(await decideRefund(ctxFor(first, 60_000), approve(orderId, 60))).toEqual(NEEDED)
  })
})

describe('refunds of seven days', () => {
  it('add up per member of staff and per customer, together with payouts to workers', async () => {
    const [payer, other] = await Promise.all([1, 2].map(() => makeUser(db, { staffRole: 'manager' })))
    const customer = await makeUser(db)
    const refund = async (actor: Person | undefined, amount: number, later = 0, of = customer) =>
      decideRefund(ctxFor(actor, later), approve((await makeRefundRequest(of)).orderId, amount))
    expect(await refund(payer, 60)).toEqual(DONE)
    expect(await refund(payer, 60, 0, await makeUser(db))).toEqual(NEEDED)
    expect(await refund(other, 60)).toEqual(NEEDED)
    expect(await refund(other, 40)).toEqual(DONE)
    const week = 7 * 86_400_000
    expect(await refund(payer, 100, week)).toEqual(DONE)
    const payout = await insertRow(db, 'payouts', { createdBy: third?.id ?? '', createdAt: NOW })
    const line = { payoutId: payout.id, userId: (await makeUser(db)).id, amount: rupees(60) }
    await db.insertInto('payoutLines').values(line).execute()
    expect(await refund(third, 60, 0, await makeUser(db))).toEqual(NEEDED)
  })
})

it('refuses staff a refund or a cancellation of their own order, even through their second account', async () => {
  const { orderId } = await makeRefundRequest({ ...(await makeUser(db)), staffRole: 'manager' })
  const { userId } = await rowOf(db, 'orders', { id: orderId })
  const self = { ...(first as Person), id: userId }
  expect(await decideRefund(plain(self), approve(orderId, 10))).toEqual(err('own_order'))
  const twin = await makeUser(db, { staffRole: 'manager' })
  await db
    .updateTable('users')
    .set({ phoneNumber: '9700000001' })
    .where('id', 'in', [userId, twin.id])
    .execute()
  expect(await decideRefund(plain(twin), approve(orderId, 10))).toEqual(err('own_order'))
  const cancelled = { orderId, status: 'cancelled' } as const
  expect(await changeOrder(plain(self), cancelled)).toEqual(err('own_order'))
})

it('cancels an order with two persons if the refund exceeds the limit', async () => {
  const productId = await makeProduct(db, { price: rupees(100), stockQuantity: 50 }, NOW)
  const orderId = await makeOrder(plain(await makeUser(db)), [{ productId, quantity: 2 }])
  const cancel = (actor: Person | undefined) => changeOrder(ctxFor(actor), { orderId, status: 'cancelled' })
  await changeOrder(ctxFor(first), { orderId, status: 'delivered' })
  await recordCash(db, orderId, NOW)
  expect(await cancel(first)).toEqual(NEEDED)
  expect(await cancel(first)).toEqual(NEEDED)
  expect((await findOrder(db, orderId))?.status).toBe('delivered')
  expect(await cancel(second)).toEqual(DONE)
  expect((await findOrder(db, orderId))?.status).toBe('cancelled')
})
