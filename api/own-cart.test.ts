import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { apiClient } from '#tests/api-client.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()
const { call } = apiClient(ctx)

const makeTestProduct = async (fields: Parameters<typeof makeProduct>[1]) =>
  await makeProduct(db, fields, NOW)
const mix = await makeTestProduct({})
const box = await makeTestProduct({ tastemakerPicks: 2 })
const garam = await makeTestProduct({ isPick: true, category: 'tastemakers' })

const ITEMS = [
  { product_id: mix, quantity: 3 },
  { product_id: box, quantity: 1, tastemakers: [garam, garam] },
]

describe('GET and PUT /cart', () => {
  it('keep a cart per account', async () => {
    const person = await makeUser(db)
    expect((await call(person, 'GET', '/cart')).body).toEqual({ items: [] })
    const put = await call(person, 'PUT', '/cart', { body: { items: ITEMS } })
    expect(put).toMatchObject({ status: 200, body: { items: ITEMS } })
    expect((await call(person, 'GET', '/cart')).body).toEqual({ items: ITEMS })
    expect((await call(await makeUser(db), 'GET', '/cart')).body).toEqual({ items: [] })
    expect((await call(person, 'PUT', '/cart', { body: { items: [] } })).body).toEqual({ items: [] })
  })

  it.each([
    ['an unknown product', { product_id: randomUUID(), quantity: 1 }, 'items.0'],
    ['too many', { product_id: mix, quantity: 1000 }, 'items.0.quantity'],
    ['too few picks', { product_id: box, quantity: 1, tastemakers: [garam] }, 'items.0'],
  ])('refuse %s and keep the stored cart', async (_, item, field) => {
    const person = await makeUser(db)
    await call(person, 'PUT', '/cart', { body: { items: ITEMS } })
    const refused = await call(person, 'PUT', '/cart', { body: { items: [item] } })
    expect(refused).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } })
    expect((await call(person, 'GET', '/cart')).body).toEqual({ items: ITEMS })
  })
})
