import { describe, expect, it } from 'vitest'
import { makeOrder, type OrderedItem } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { findRecord, listReviews } from '#shop/catalogue/products.read.ts'
import { type Person, VISITOR } from '#shop/kernel/actor.ts'
import { err } from '#shop/kernel/result.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import type { OrderStatus } from '#shop/orders/order.ts'
import { reviewEligibility } from '#shop/reviews/reviews.read.ts'
import { writeReview } from '#shop/reviews/write-review.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()
const admin = await makeUser(db, { staffRole: 'owner' })
const GOOD = { rating: 4, summary: 'Honest heat, good with curd.' }

function product(fields: Parameters<typeof makeProduct>[1] = {}) {
  return makeProduct(db, fields)
}

async function order(customer: Person, items: OrderedItem[], status: OrderStatus): Promise<void> {
  const orderId = await makeOrder(ctx(customer), items)
  await changeOrder(ctx(admin), { orderId, status })
}

async function receivedBy(customer: Person): Promise<string> {
  const productId = await product()
  await order(customer, [{ productId, quantity: 1 }], 'delivered')
  return productId
}

describe('writeReview', () => {
  it('keeps the review of a customer who received the product, verified, under a short name', async () => {
    const customer = await makeUser(db, { fullName: 'Meera Nair' })
    const productId = await receivedBy(customer)
    expect(await writeReview(ctx(customer), productId, GOOD)).toMatchObject({
      ok: true,
      value: { ...GOOD, authorName: 'Meera N.', verified: true, isSeed: false, isNew: true, createdAt: NOW },
    })
    expect(await listReviews(db, productId)).toMatchObject([
      { ...GOOD, authorName: 'Meera N.', verified: true, isSeed: false },
    ])
    expect(await findRecord(db, productId, 'on-sale')).toMatchObject({ rating: 4, reviewCount: 1 })
  })

  it('counts a tastemaker that came in a mix as received', async () => {
    const customer = await makeUser(db)
    const [mix, packet] = [await product({ tastemakerPicks: 10 }), await product({ isPick: true })]
    await order(customer, [{ productId: mix, quantity: 1, tastemakers: Array(10).fill(packet) }], 'delivered')
    for (const id of [mix, packet])
      expect(await writeReview(ctx(customer), id, GOOD)).toMatchObject({ ok: true })
  })

  it.each(['pending', 'processing', 'shipped', 'cancelled'] as const)(
    'refuses while the order is %s',
    async (status) => {
      const customer = await makeUser(db)
      const productId = await product()
      await order(customer, [{ productId, quantity: 1 }], status)
      expect(await writeReview(ctx(customer), productId, GOOD)).toEqual(err('not_received'))
      expect(await reviewEligibility(db, customer.id, productId)).toEqual({
        hasReceived: false,
        written: null,
      })
    },
  )

  it('refuses visitors, and customers who did not receive the product, admins too', async () => {
    const productId = await receivedBy(await makeUser(db))
    const other = await makeUser(db)
    await receivedBy(other)
    expect(await writeReview(ctx(VISITOR), productId, GOOD)).toEqual(err('signed_out'))
    for (const actor of [other, admin, await makeUser(db, { isWorker: true })])
      expect(await writeReview(ctx(actor), productId, GOOD)).toEqual(err('not_received'))
    expect(await listReviews(db, productId)).toEqual([])
  })

  it('changes the review when the customer writes again', async () => {
    const customer = await makeUser(db)
    const productId = await receivedBy(customer)
    const first = await writeReview(ctx(customer), productId, GOOD)
    const changed = { rating: 2, summary: 'The second pouch was stale.' }
    const later = new Date(NOW.getTime() + 86_400_000)
    const second = await writeReview(ctx(customer, { now: later }), productId, changed)
    expect(second).toMatchObject({ ok: true, value: { ...changed, isNew: false, createdAt: NOW } })
    expect(first.ok && second.ok && first.value.id === second.value.id).toBe(true)
    expect(await listReviews(db, productId)).toMatchObject([changed])
    expect(await reviewEligibility(db, customer.id, productId)).toEqual({
      hasReceived: true,
      written: changed,
    })
  })

  it('leaves one review when several are sent at once', async () => {
    const customer = await makeUser(db)
    const productId = await receivedBy(customer)
    const ratings = [1, 2, 3, 4, 5]
    const written = await Promise.all(
      ratings.map((rating) => writeReview(ctx(customer), productId, { ...GOOD, rating })),
    )
    expect(written.filter((result) => result.ok && result.value.isNew)).toHaveLength(1)
    expect(written.every((result) => result.ok)).toBe(true)
    expect(await findRecord(db, productId, 'on-sale')).toMatchObject({ reviewCount: 1 })
  })

  it('keeps what different customers say apart', async () => {
    const [first, second] = [await makeUser(db), await makeUser(db)]
    const productId = await receivedBy(first)
    await order(second, [{ productId, quantity: 1 }], 'delivered')
    await writeReview(ctx(first), productId, { ...GOOD, rating: 5 })
    await writeReview(ctx(second), productId, { ...GOOD, rating: 2 })
    expect(await findRecord(db, productId, 'on-sale')).toMatchObject({ rating: 3.5, reviewCount: 2 })
  })
})
