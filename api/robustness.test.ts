import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { apiClient } from '#tests/api-client.ts'
import { testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()
const { ask, errors } = apiClient(ctx)
const admin = await makeUser(db, { staffRole: 'owner' })
const customer = await makeUser(db)
const product = await makeProduct(db, { stockQuantity: 2_000 })

describe('any request', { timeout: 120_000 }, () => {
  const odd = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.double(), fc.integer())
  /** Usually valid, so that many requests reach the use case. */
  const mostly = (...usual: unknown[]) =>
    fc.oneof({ weight: 40, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: odd })
  const item = fc.record({
    product_id: mostly(product),
    quantity: mostly(1, 2, 999),
    tastemakers: mostly([], undefined),
  })
  const address = fc.record({
    full_name: mostly('Asha Rao', 'राधा'),
    phone: mostly('9845012345', '+91 98450 12345'),
    address_line1: mostly('1, Main Road'),
    address_line2: mostly('', null, undefined),
    city: mostly('Mysuru'),
    state: mostly('Karnataka'),
    postal_code: mostly('570001'),
  })
  const order = fc.record({
    items: fc.oneof(
      { weight: 20, arbitrary: fc.array(item, { maxLength: 3 }) },
      { weight: 1, arbitrary: odd },
    ),
    shipping_address: fc.oneof({ weight: 20, arbitrary: address }, { weight: 1, arbitrary: odd }),
    payment_method: mostly('cod', 'cod', 'cod', 'card'),
  })
  const newProduct = fc.record(
    {
      name: mostly('Name', 'Long name'),
      slug: fc.oneof(
        fc.uuid().map((id) => `p-${id}`),
        mostly('taken'),
      ),
      price: mostly(1, 99.99, 1_000_000),
      discount_price: mostly(0.5, null, 0, 200),
      category: mostly('meal-mix', 'hydration'),
      stock_quantity: mostly(0, 7, 1_000_000),
      short_description: mostly('', '<b>Text</b>'),
      description: mostly('Text\nText'),
      image_urls: mostly([], ['/a.svg']),
      ingredients: mostly([], ['Ragi']),
      health_focus: mostly([], ['low-gi']),
      spice_level: mostly(null, 5),
      nutrition: mostly(null),
      tastemaker_picks: mostly(0, 10),
      hsn_code: mostly('', '1904'),
      is_active: mostly(true, false),
    },
    { requiredKeys: ['name', 'price', 'category', 'slug'] },
  )
  const runs = { numRuns: 300 }

  it('never makes POST /orders answer 5xx', async () => {
    const statuses: number[] = []
    await fc.assert(
      fc.asyncProperty(
        fc.oneof({ weight: 9, arbitrary: order }, { weight: 1, arbitrary: fc.jsonValue() }),
        fc.uuid(),
        async (body, key) => {
          const { status } = await ask(customer, 'POST', '/orders', {
            body,
            headers: { 'idempotency-key': key },
          })
          expect(status).toBeLessThan(500)
          statuses.push(status)
        },
      ),
      runs,
    )
    expect(errors).toEqual([])
    expect(statuses).toEqual(expect.arrayContaining([201, 409, 422]))
  })

  it('never makes POST /products answer 5xx', async () => {
    const statuses: number[] = []
    await fc.assert(
      fc.asyncProperty(
        fc.oneof({ weight: 9, arbitrary: newProduct }, { weight: 1, arbitrary: fc.jsonValue() }),
        async (body) => {
          const { status } = await ask(admin, 'POST', '/products', { body })
          expect(status).toBeLessThan(500)
          statuses.push(status)
        },
      ),
      runs,
    )
    expect(errors).toEqual([])
    expect(statuses).toEqual(expect.arrayContaining([201, 409, 422]))
  })

  it('never makes a query parameter cause a 5xx', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        const sent = encodeURIComponent(text.toWellFormed())
        for (const path of [
          `/products?q=${sent}&category=${sent}`,
          `/products/${sent}x`,
          `/orders?cursor=${sent}`,
        ]) {
          expect((await ask(admin, 'GET', path)).status).toBeLessThan(500)
        }
      }),
      runs,
    )
    expect(errors).toEqual([])
  })
})
