import { describe, expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { type Person, VISITOR } from '#shop/kernel/actor.ts'
import { apiClient } from '#tests/api-client.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { insertRow, updateRows } from '#tests/rows.ts'

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

it('shows everybody the reviews of a product, and shows authors their own hidden reviews too', async () => {
  const author = await makeUser(db, { fullName: 'Meera Nair' })
  const { id, slug } = await makeDeliveredProduct(author)
  const { body: review } = await call(author, 'POST', `/products/${id}/reviews`, { body: REVIEW })
  const path = `/products/${slug}/reviews`
  const { body, headers } = await call(VISITOR, 'GET', path)
  expect([body, headers.get('x-total-count')]).toEqual([[review], '1'])
  const hidden = { hiddenAt: NOW, hiddenReason: 'It names a person' }
  await updateRows(db, 'reviews', { id: review.id }, hidden)
  const after = await call(VISITOR, 'GET', path)
  expect([after.body, after.headers.get('x-total-count')]).toEqual([[], '0'])
  expect((await call(author, 'GET', '/users/me/reviews')).body).toEqual([
    { ...review, hidden: true, hidden_reason: 'It names a person' },
  ])
  expect((await call(admin, 'GET', '/users/me/reviews')).body).toEqual([])
})

it('pages through reviews that were written at the same moment', async () => {
  const { id } = await makeDeliveredProduct(await makeUser(db))
  for (const at of [1, 2, 3]) {
    const review = { productId: id, userId: (await makeUser(db)).id, authorName: `A ${at}`, rating: 5 }
    await insertRow(db, 'reviews', { ...review, summary: 'Good', verified: true, createdAt: NOW })
  }
  const first = await call(VISITOR, 'GET', `/products/${id}/reviews?limit=2`)
  const last = first.body[1].id
  const second = await call(VISITOR, 'GET', `/products/${id}/reviews?limit=2&cursor=${last}`)
  const names = [...first.body, ...second.body].map(({ author }) => author)
  expect(names.toSorted()).toEqual(['A 1', 'A 2', 'A 3'])
})

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

  it('refuses an author or a verified mark in the body', async () => {
    const customer = await makeUser(db, { fullName: 'Meera Nair' })
    const { id } = await makeDeliveredProduct(customer)
    const review = { ...REVIEW, author: 'Somebody E.', verified: false }
    const { status, body } = await call(customer, 'POST', `/products/${id}/reviews`, { body: review })
    expect([status, Object.keys(body.fields).toSorted()]).toEqual([422, ['author', 'verified']])
    expect(errors).toEqual([])
  })
})
