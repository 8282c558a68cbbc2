import { expect, it } from 'vitest'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { VISITOR } from '#shop/customers/actor.ts'
import { apiClient } from '#tests/api-client.ts'
import { testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()
const { ask } = apiClient(ctx)
const admin = await makeUser(db, { isAdmin: true, fullName: 'Lakshmi Iyer' })

it('tells admins who changed what, newest first, in pages', async () => {
  const id = (await makeProduct(db)) ?? ''
  for (const region of ['Goa', 'Kerala', 'Punjab'])
    await ask(admin, 'PUT', `/products/${id}`, { body: { region } })
  const path = `/audit-log?entity=product&entity_id=${id}`
  const { status, body, headers } = await ask(admin, 'GET', `${path}&limit=2`)
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
  expect((await ask(admin, 'GET', next)).body).toMatchObject([{ after: { region: 'Goa' } }])
  expect((await ask(admin, 'GET', `${path}&actor_id=${id}`)).body).toEqual([])
})

it('is for admins', async () => {
  expect((await ask(VISITOR, 'GET', '/audit-log')).status).toBe(401)
  expect((await ask(await makeUser(db), 'GET', '/audit-log')).status).toBe(403)
  expect((await ask(admin, 'GET', '/audit-log?entity=secret')).status).toBe(422)
})
