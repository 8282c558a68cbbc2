import { describe, expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { type Person, VISITOR } from '#shop/kernel/actor.ts'
import { apiClient } from '#tests/api-client.ts'
import { testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()
const { call, errors } = apiClient(ctx)
const admin = await makeUser(db, { staffRole: 'owner' })
const REVIEW = { rating: 5, summary: 'Honest heat, good with curd.' }

let productCount = 0
async function makeDeliveredProduct(customer: Person): Promise<{ id: string; slug: string }> {
  productCount += 1
  const slug = `reviewed-${productCount}`
  const id = await makeProduct(db, { slug })
  const orderId = await makeOrder(ctx(customer), [{ productId: id, quantity: 1 }])
  await call(admin, 'PUT', `/orders/${orderId}`, { body: { status: 'delivered' } })
  return { id, slug }
}

describe('POST /products/{id}/reviews', () => {
  it('stores a customer’s review, and updates rating and count of the product', async () => {
    const customer = await makeUser(db, { fullName: 'Meera Nair' })
    const { id } = await makeDeliveredProduct(customer)
    const { status, body } = await call(customer, 'POST', `/products/${id}/reviews`, { body: REVIEW })
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...REVIEW, product_id: id, author: 'Meera N.', verified: true })
    expect((await call(VISITOR, 'GET', `/products/${id}`)).body).toMatchObject({ rating: 5, review_count: 1 })
  })

  it('replaces the first review with the second, and accepts the slug as id', async () => {
    const customer = await makeUser(db)
    const { id, slug } = await makeDeliveredProduct(customer)
    const first = await call(customer, 'POST', `/products/${slug}/reviews`, { body: REVIEW })
    const second = await call(customer, 'POST', `/products/${slug}/reviews`, {
      body: { ...REVIEW, rating: 1 },
    })
    expect(second).toMatchObject({ status: 200, body: { id: first.body.id, rating: 1 } })
    expect((await call(VISITOR, 'GET', `/products/${id}`)).body).toMatchObject({ rating: 1, review_count: 1 })
  })

  it('answers 404 for products that are not on sale', async () => {
    const customer = await makeUser(db)
    const { id } = await makeDeliveredProduct(customer)
    await call(admin, 'PUT', `/products/${id}`, { body: { is_active: false } })
    for (const product of [id, 'nothing', '00000000-0000-4000-8000-0000000000ff']) {
      expect(await call(customer, 'POST', `/products/${product}/reviews`, { body: REVIEW })).toMatchObject({
        status: 404,
        body: { code: 'product_not_found' },
      })
    }
  })

  it.each([
    [{}, 'rating'],
    [[], 'body'],
  ])('refuses %j', async (review, field) => {
    const customer = await makeUser(db)
    const { id } = await makeDeliveredProduct(customer)
    const { status, body } = await call(customer, 'POST', `/products/${id}/reviews`, { body: review })
    expect(status).toBe(422)
    expect(Object.keys(body.fields)).toContain(field)
  })

  it('ignores author and verified mark in the body', async () => {
    const customer = await makeUser(db, { fullName: 'Meera Nair' })
    const { id } = await makeDeliveredProduct(customer)
    const review = { ...REVIEW, author: 'Somebody E.', user_id: admin.id, verified: false, is_seed: true }
    const { body } = await call(customer, 'POST', `/products/${id}/reviews`, { body: review })
    expect(body).toMatchObject({ author: 'Meera N.', verified: true })
    expect(errors).toEqual([])
  })
})
