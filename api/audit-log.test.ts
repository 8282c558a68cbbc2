import { expect, it } from 'vitest'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { rupees } from '#shop/kernel/money.ts'
import { apiClient } from '#tests/api-client.ts'
import { testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()
const { call } = apiClient(ctx)
const admin = await makeUser(db, { staffRole: 'owner', fullName: 'Lakshmi Iyer' })

it('shows admins who changed what, newest first and paginated', async () => {
  const id = await makeProduct(db)
  for (const region of ['Goa', 'Kerala', 'Punjab'])
    await call(admin, 'PUT', `/products/${id}`, { body: { region } })
  const path = `/audit-log?entity=product&entity_id=${id}`
  const { status, body, headers } = await call(admin, 'GET', `${path}&limit=2`)
  expect(status).toBe(200)
  expect(body).toMatchObject([
    {
      actor: 'Lakshmi Iyer',
      action: 'update',
      entity: 'product',
      entity_id: id,
      before: { region: 'Kerala' },
      after: { region: 'Punjab' },
    },
    { before: { region: 'Goa' }, after: { region: 'Kerala' } },
  ])
  const next = /<\/?(?:api)?(\/audit-log[^>]*)>/.exec(headers.get('link') ?? '')?.[1] ?? ''
  expect((await call(admin, 'GET', next)).body).toMatchObject([{ after: { region: 'Goa' } }])
  expect((await call(admin, 'GET', `${path}&actor_id=${id}`)).body).toEqual([])
})

it('uses the API’s format: amounts in rupees, and names in snake case', async () => {
  const price = rupees(279)
  const id = await makeProduct(db, { price, discountPrice: null, shortDescription: 'Red' })
  const change = { price: 289.5, discount_price: 280, short_description: 'Redder' }
  expect((await call(admin, 'PUT', `/products/${id}`, { body: change })).status).toBe(200)
  expect((await call(admin, 'GET', `/audit-log?entity_id=${id}`)).body).toMatchObject([
    { before: { price: 279, discount_price: null, short_description: 'Red' }, after: change },
  ])

  const fixed = { code: 'AUDIT50', name: 'Fifty off', discount_type: 'fixed', discount_value: 50 }
  const coupon = await call(admin, 'POST', '/coupons', { body: { ...fixed, min_order_amount: 500.5 } })
  expect((await call(admin, 'GET', `/audit-log?entity_id=${coupon.body.id}`)).body).toMatchObject([
    {
      before: null,
      after: { min_order_amount: 500.5, max_uses: null, value: { discount_type: 'fixed', amount: 50 } },
    },
  ])
})
