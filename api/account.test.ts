import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { checkPassword } from '#infra/accounts/password.ts'
import { NO_RATE_LIMITS } from '#infra/rate-limits/rate-limits.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { PASSWORD, testAuth } from '#tests/accounts.ts'
import { apiClient } from '#tests/api-client.ts'
import { testDatabase } from '#tests/database.ts'
import { readJobs } from '#tests/queued.ts'
import { rowOf } from '#tests/rows.ts'
import { ADDRESS_BODY } from '#tests/shop-customer.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase()
const { db, ctx } = shop
const auth = testAuth(shop)
const { call } = apiClient(ctx, {
  checkPassword: (account) => checkPassword({ auth, db, limits: NO_RATE_LIMITS }, account),
})
const { orderProduct } = await story(shop)

describe('/users/me', () => {
  it('shows and changes a person’s own name and phone number, but no role', async () => {
    const person = await makeUser(db)
    const { body: own } = await call(person, 'GET', '/users/me')
    expect(own).toEqual((await call(person, 'GET', `/users/${person.id}`)).body)
    const put = (body: object) => call(person, 'PUT', '/users/me', { body })
    expect((await put({ full_name: ' Asha Rao ', phone_number: '+91 98450 12345' })).body).toEqual({
      ...own,
      ...{ full_name: 'Asha Rao', phone_number: '9845012345' },
    })
    await put({ full_name: 'Asha', staff_role: 'owner' })
    expect((await rowOf(db, 'users', { id: person.id })).staffRole).toBeNull()
    expect((await put({})).status).toBe(422)
  })
})

describe('/users/me/addresses', () => {
  const path = '/users/me/addresses'
  const add = (person: Person, body: object) => call(person, 'POST', path, { body })

  it('adds, lists, changes and removes addresses, and keeps one of them as the default', async () => {
    const person = await makeUser(db)
    const { status, body: home } = await add(person, ADDRESS_BODY)
    expect([status, home]).toEqual([
      201,
      { id: expect.any(String), ...ADDRESS_BODY, address_line2: null, is_default: true },
    ])
    const { body: work } = await add(person, { ...ADDRESS_BODY, city: 'Ramanagara', is_default: true })
    expect((await add(person, ADDRESS_BODY)).body).toEqual({ ...home, is_default: false })
    const { body, headers } = await call(person, 'GET', `${path}?limit=1`)
    expect([body, headers.get('x-total-count')]).toEqual([[work], '2'])
    const [, next = ''] = /<\/api(\/[^>]+)>/.exec(`</api${headers.get('link')?.slice(1)}`) ?? []
    expect((await call(person, 'GET', next)).body).toMatchObject([{ id: home.id }])
    const changed = { ...ADDRESS_BODY, full_name: 'Meera Rao', is_default: true }
    expect((await call(person, 'PUT', `${path}/${home.id}`, { body: changed })).body).toMatchObject(changed)
    expect(await call(person, 'DELETE', `${path}/${home.id.toUpperCase()}`)).toMatchObject({ status: 200 })
    expect((await call(person, 'GET', path)).body).toEqual([work])
  })

  it('refuses an invalid address with the name of the wrong field', async () => {
    const person = await makeUser(db)
    const { status, body } = await add(person, { ...ADDRESS_BODY, state: 'Kerala' })
    expect([status, Object.keys(body.fields)]).toEqual([422, ['postal_code']])
  })
})

describe('POST /users/me/deletion', () => {
  const remove = (person: Person, body: object) => call(person, 'POST', '/users/me/deletion', { body })

  it('deletes the account with its password, unless an order is open', async () => {
    const person = await makeUser(db, { password: PASSWORD })
    expect(await remove(person, { password: 'Bajra-2027' })).toMatchObject({
      ...{ status: 422, body: { fields: { password: 'This is not your password.' } } },
    })
    const { orderId } = await orderProduct(person)
    const refused = await remove(person, { password: PASSWORD })
    expect(refused).toMatchObject({ status: 409, body: { code: 'account_in_use' } })
    expect(refused.body.error).toContain(`order ${shortId(orderId)}`)
    await call(person, 'POST', `/orders/${orderId}/cancellation`, { body: {} })
    expect(await remove(person, { password: PASSWORD })).toMatchObject({ status: 200 })
    expect((await rowOf(db, 'users', { id: person.id })).deletedAt).not.toBeNull()
  })

  it('accepts the token of an emailed link once, and refuses two proofs together', async () => {
    const [person, other] = [await makeUser(db), await makeUser(db)]
    expect((await call(person, 'POST', '/users/me/deletion-link')).status).toBe(202)
    const token = (await readJobs(db, 'account-closing')).at(-1)?.token
    expect(await remove(other, { token })).toMatchObject({ status: 422, body: { code: 'link_invalid' } })
    expect((await remove(person, { token, password: PASSWORD })).status).toBe(422)
    expect((await remove(person, { token })).status).toBe(200)
    expect((await remove(person, { token })).status).toBe(401)
  })
})
