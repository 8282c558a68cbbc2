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
const GOOD = { rating: 5, summary: 'Honest heat, good with curd.' }

let made = 0
async function delivered(customer: Person): Promise<{ id: string; slug: string }> {
  made += 1
  const slug = `reviewed-${made}`
  const id = await makeProduct(db, { slug })
  const orderId = await makeOrder(ctx(customer), [{ productId: id, quantity: 1 }])
  await call(admin, 'PUT', `/orders/${orderId}`, { body: { status: 'delivered' } })
  return { id, slug }
}

describe('POST /products/{id}/reviews', () => {
  it('takes a customer’s review, and counts it', async () => {
    const customer = await makeUser(db, { fullName: 'Meera Nair' })
    const { id } = await delivered(customer)
    const { status, body } = await call(customer, 'POST', `/products/${id}/reviews`, { body: GOOD })
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...GOOD, product_id: id, author: 'Meera N.', verified: true })
    expect((await call(VISITOR, 'GET', `/products/${id}`)).body).toMatchObject({ rating: 5, review_count: 1 })
  })

  it('changes it the second time, by slug too', async () => {
    const customer = await makeUser(db)
    const { id, slug } = await delivered(customer)
    const first = await call(customer, 'POST', `/products/${slug}/reviews`, { body: GOOD })
    const second = await call(customer, 'POST', `/products/${slug}/reviews`, { body: { ...GOOD, rating: 1 } })
    expect(second).toMatchObject({ status: 200, body: { id: first.body.id, rating: 1 } })
    expect((await call(VISITOR, 'GET', `/products/${id}`)).body).toMatchObject({ rating: 1, review_count: 1 })
  })

  it('knows only products on sale', async () => {
    const customer = await makeUser(db)
    const { id } = await delivered(customer)
    await call(admin, 'PUT', `/products/${id}`, { body: { is_active: false } })
    for (const product of [id, 'nothing', '00000000-0000-4000-8000-0000000000ff']) {
      expect(await call(customer, 'POST', `/products/${product}/reviews`, { body: GOOD })).toMatchObject({
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
    const { id } = await delivered(customer)
    const { status, body } = await call(customer, 'POST', `/products/${id}/reviews`, { body: review })
    expect(status).toBe(422)
    expect(Object.keys(body.fields)).toContain(field)
  })

  it('ignores a sent author or verified mark', async () => {
    const customer = await makeUser(db, { fullName: 'Meera Nair' })
    const { id } = await delivered(customer)
    const review = { ...GOOD, author: 'Somebody E.', user_id: admin.id, verified: false, is_seed: true }
    const { body } = await call(customer, 'POST', `/products/${id}/reviews`, { body: review })
    expect(body).toMatchObject({ author: 'Meera N.', verified: true })
    expect(errors).toEqual([])
  })
})
