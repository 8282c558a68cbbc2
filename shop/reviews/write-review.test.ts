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
const REVIEW = { rating: 4, summary: 'Honest heat, good with curd.' }

function makeTestProduct(fields: Parameters<typeof makeProduct>[1] = {}) {
  return makeProduct(db, fields)
}

async function orderWithStatus(customer: Person, items: OrderedItem[], status: OrderStatus): Promise<void> {
  const orderId = await makeOrder(ctx(customer), items)
  await changeOrder(ctx(admin), { orderId, status })
}

async function makeReceivedProduct(customer: Person): Promise<string> {
  const productId = await makeTestProduct()
  await orderWithStatus(customer, [{ productId, quantity: 1 }], 'delivered')
  return productId
}

describe('writeReview', () => {
  it('stores the review of a customer who received the product, as verified and with a shortened name', async () => {
    const customer = await makeUser(db, { fullName: 'Meera Nair' })
    const productId = await makeReceivedProduct(customer)
    expect(await writeReview(ctx(customer), productId, REVIEW)).toMatchObject({
      ok: true,
      value: {
        ...REVIEW,
        authorName: 'Meera N.',
        verified: true,
        isSeed: false,
        isNew: true,
        createdAt: NOW,
      },
    })
    expect(await listReviews(db, productId)).toMatchObject([
      { ...REVIEW, authorName: 'Meera N.', verified: true, isSeed: false },
    ])
    expect(await findRecord(db, productId, 'on-sale')).toMatchObject({ rating: 4, reviewCount: 1 })
  })

  it('accepts a review of a tastemaker that was delivered in a mix', async () => {
    const customer = await makeUser(db)
    const [mix, packet] = [
      await makeTestProduct({ tastemakerPicks: 10 }),
      await makeTestProduct({ isPick: true }),
    ]
    await orderWithStatus(
      customer,
      [{ productId: mix, quantity: 1, tastemakers: Array(10).fill(packet) }],
      'delivered',
    )
    for (const id of [mix, packet])
      expect(await writeReview(ctx(customer), id, REVIEW)).toMatchObject({ ok: true })
  })

  it.each(['pending', 'processing', 'shipped', 'cancelled'] as const)(
    'refuses while the order is %s',
    async (status) => {
      const customer = await makeUser(db)
      const productId = await makeTestProduct()
      await orderWithStatus(customer, [{ productId, quantity: 1 }], status)
      expect(await writeReview(ctx(customer), productId, REVIEW)).toEqual(err('not_received'))
      expect(await reviewEligibility(db, customer.id, productId)).toEqual({
        hasReceived: false,
        written: null,
      })
    },
  )

  it('refuses visitors, and people who did not receive the product, whatever their role', async () => {
    const productId = await makeReceivedProduct(await makeUser(db))
    const other = await makeUser(db)
    await makeReceivedProduct(other)
    expect(await writeReview(ctx(VISITOR), productId, REVIEW)).toEqual(err('signed_out'))
    for (const actor of [other, admin, await makeUser(db, { isWorker: true })])
      expect(await writeReview(ctx(actor), productId, REVIEW)).toEqual(err('not_received'))
    expect(await listReviews(db, productId)).toEqual([])
  })

  it('replaces the review when the customer writes another', async () => {
    const customer = await makeUser(db)
    const productId = await makeReceivedProduct(customer)
    const first = await writeReview(ctx(customer), productId, REVIEW)
    const change = { rating: 2, summary: 'The second pouch was stale.' }
    const later = new Date(NOW.getTime() + 86_400_000)
    const second = await writeReview(ctx(customer, { now: later }), productId, change)
    expect(second).toMatchObject({ ok: true, value: { ...change, isNew: false, createdAt: later } })
    expect(first.ok && second.ok && first.value.id === second.value.id).toBe(true)
    expect(await listReviews(db, productId)).toMatchObject([change])
    expect(await reviewEligibility(db, customer.id, productId)).toEqual({
      hasReceived: true,
      written: { ...change, hiddenReason: '' },
    })
  })

  it('stores one review for concurrent requests', async () => {
    const customer = await makeUser(db)
    const productId = await makeReceivedProduct(customer)
    const ratings = [1, 2, 3, 4, 5]
    const results = await Promise.all(
      ratings.map((rating) => writeReview(ctx(customer), productId, { ...REVIEW, rating })),
    )
    expect(results.filter((result) => result.ok && result.value.isNew)).toHaveLength(1)
    expect(results.every((result) => result.ok)).toBe(true)
    expect(await findRecord(db, productId, 'on-sale')).toMatchObject({ reviewCount: 1 })
  })

  it('stores one review per customer', async () => {
    const [first, second] = [await makeUser(db), await makeUser(db)]
    const productId = await makeReceivedProduct(first)
    await orderWithStatus(second, [{ productId, quantity: 1 }], 'delivered')
    await writeReview(ctx(first), productId, { ...REVIEW, rating: 5 })
    await writeReview(ctx(second), productId, { ...REVIEW, rating: 2 })
    expect(await findRecord(db, productId, 'on-sale')).toMatchObject({ rating: 3.5, reviewCount: 2 })
  })
})
