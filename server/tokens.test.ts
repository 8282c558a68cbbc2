/** Bearer tokens and API keys over real HTTP: listener, origin check and API, without pages. */
import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { sessionCookie } from '#infra/accounts/auth.ts'
import { currentActor } from '#infra/accounts/current-actor.ts'
import { createApiKey } from '#shop/customers/api-keys.ts'
import { replaceRecoveryCodes } from '#shop/factors/factors.sql.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { ORIGIN, PASSWORD, testAuth } from '#tests/accounts.ts'
import { apiClient } from '#tests/api-client.ts'
import { OLDER_SECRET, serveApi } from '#tests/api-server.ts'
import { testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { rowsOf, updateRows } from '#tests/rows.ts'

const shop = await testDatabase()
const { db, ctx } = shop
const auth = testAuth(shop)
const { api } = apiClient((actor) => ({ ...ctx(actor), now: new Date() }), {
  identify: (headers, how) => currentActor({ auth, db, now: () => new Date() }, headers, how),
  auth,
  sessionCookie: (token) => sessionCookie(auth, token),
  reportError: (error) => expect.fail(`the API failed: ${error}`),
})
const url = await serveApi(api)

async function call(path: string, headers: Record<string, string> = {}, body?: object) {
  const post = body && { method: 'POST', body: JSON.stringify(body) }
  const type: Record<string, string> = body ? { 'content-type': 'application/json' } : {}
  const response = await fetch(url + path, { ...post, headers: { ...type, ...headers } })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Signs in as an app does, and returns the token and the cookie. */
async function signIn(person: Pick<Person, 'email'>, more: object = {}) {
  const { headers } = await call(
    '/auth/sign-in/email',
    {},
    { email: person.email, password: PASSWORD, ...more },
  )
  const cookie = headers.getSetCookie().find((each) => each.startsWith('better-auth.session_token'))
  return { token: headers.get('set-auth-token') ?? '', cookie: cookie?.split(';', 1)[0] ?? '' }
}

const makeCustomer = () => makeUser(db, { password: PASSWORD })

describe('a bearer token', () => {
  it('gives access to the API, without cookie and Origin, until its session ends', async () => {
    const { token } = await signIn(await makeCustomer())
    expect((await call('/orders', bearer(token))).status).toBe(200)
    expect((await call('/orders', bearer(decodeURIComponent(token)))).status).toBe(200)
    expect((await call('/auth/get-session', bearer(token))).body).toMatchObject({ user: {} })
    expect((await call('/auth/sign-out', bearer(token), {})).status).toBe(200)
    expect((await call('/orders', bearer(token))).status).toBe(401)
  })

  it('is refused if it is forged, or if it is the bare token in the database', async () => {
    const person = await makeCustomer()
    const { token } = await signIn(person)
    const [session] = await rowsOf(db, 'sessions', { userId: person.id })
    for (const wrong of [session?.token ?? '', `x${token}`, `${session?.token}.AAAA`, '%', 'a, b'])
      expect((await call('/orders', bearer(wrong))).status, wrong).toBe(401)
  })

  it('is refused with a cookie of another session, and accepted with the cookie of its own session', async () => {
    const [own, other] = [await signIn(await makeCustomer()), await signIn(await makeCustomer())]
    const statusWith = async (headers: Record<string, string>) =>
      (await call('/orders', { ...bearer(own.token), ...headers })).status
    expect(await statusWith({ cookie: own.cookie })).toBe(200)
    expect(await statusWith({ cookie: other.cookie })).toBe(400)
    expect(await statusWith({ cookie: 'worker_session=x' })).toBe(400)
    expect(await statusWith({ cookie: `worker_session=x; ${own.cookie}` })).toBe(400)
    expect(await statusWith({ 'x-api-key': 'x' })).toBe(400)
    const mixed = await call('/auth/sign-out', { ...bearer(own.token), cookie: other.cookie }, {})
    expect(mixed).toMatchObject({ status: 400, body: { code: 'two_credentials' } })
  })

  it('needs the second factor, as a cookie does, and is replaced by a new token when the factor is verified', async () => {
    const person = await makeUser(db, { password: PASSWORD, staffRole: 'owner' })
    await replaceRecoveryCodes(db, person.id, ['abcd', 'efgh'])
    const { token } = await signIn(person)
    expect(await call('/orders', bearer(token))).toMatchObject({
      status: 401,
      body: { code: 'factor_needed' },
    })
    // The account library's own paths refuse it, too.
    expect((await call('/auth/get-session', bearer(token))).body).toBeNull()
    expect((await call('/second-factor', bearer(token), { recovery_code: 'no' })).status).toBe(422)
    const proven = await call('/second-factor', bearer(token), { recovery_code: 'abcd' })
    const newToken = proven.headers.get('set-auth-token') ?? ''
    expect((await call('/orders', bearer(token))).status).toBe(401)
    expect((await call('/orders', bearer(newToken))).status).toBe(200)
  })

  it('is not renewed without “remember me”', async () => {
    const person = await makeCustomer()
    const { token } = await signIn(person, { remember_me: false })
    const read = async () => (await rowsOf(db, 'sessions', { userId: person.id }))[0]?.expiresAt
    const end = await read()
    for (const path of ['/orders', '/auth/get-session'])
      expect((await call(path, bearer(token))).status).toBe(200)
    expect(await read()).toEqual(end)
  })

  it('that is signed with an older key is replaced by a token signed with the newest key', async () => {
    const { token } = await signIn(await makeCustomer())
    const older = testAuth(shop, { secrets: [OLDER_SECRET] })
    const raw = decodeURIComponent(token).split('.')[0] ?? ''
    const [, old = ''] = /=([^;]+)/.exec(await sessionCookie(older, raw)) ?? []
    const answer = await call('/orders', bearer(old))
    expect([answer.status, answer.headers.get('set-auth-token')]).toEqual([200, token])
  })
})

describe('a session cookie', () => {
  it('needs an Origin header for changes, and the refusal says so', async () => {
    const { cookie } = await signIn(await makeCustomer())
    const refused = await call('/auth/sign-out', { cookie }, {})
    expect(refused).toMatchObject({ status: 403, body: { code: 'cross_site' } })
    expect(refused.body.error).toContain(`Origin: ${ORIGIN}`)
    expect((await call('/auth/sign-out', { cookie, origin: ORIGIN }, {})).status).toBe(200)
  })

  it('does not reveal its token to scripts when it is renewed', async () => {
    const person = await makeCustomer()
    const { cookie } = await signIn(person)
    await updateRows(
      db,
      'sessions',
      { userId: person.id },
      { expiresAt: new Date(Date.now() + 20 * 86_400_000) },
    )
    const renewed = await call('/auth/get-session', { cookie })
    expect(renewed.headers.getSetCookie().join()).toContain('better-auth.session_token')
    expect(renewed.headers.get('set-auth-token')).toBeNull()
  })
})

const owner = await makeUser(db, { password: PASSWORD, staffRole: 'owner' })
await db
  .insertInto('factors')
  .values({
    userId: owner.id,
    kind: 'totp',
    name: 'App',
    sealedSecret: 'x',
    lastStep: 0,
    createdAt: new Date(),
  })
  .execute()
const now = new Date()
const { key } = must(
  await createApiKey(
    { ...ctx({ ...owner, factorAt: now }), now },
    { name: 'Courier', scopes: ['orders.view', 'orders.list', 'coupons'], days: 30 },
  ),
)

describe('an API key', () => {
  it('gives access to what its scopes name, without cookie and Origin; a refusal names the missing scope', async () => {
    const headers = { 'x-api-key': key }
    expect((await call('/orders', headers)).status).toBe(200)
    const coupon = { code: 'KEYED', name: 'Ten', discount_type: 'percentage', discount_value: 10 }
    expect((await call('/coupons', headers, coupon)).status).toBe(201)
    const refused = await call('/products', headers, { name: 'New', price: 10, category: 'meal-mix' })
    expect(refused).toMatchObject({ status: 403, body: { code: 'scope_missing' } })
    expect(refused.body.error).toContain("'catalogue'")
  })

  it('is refused together with a session, in a URL, and where a person has to sign in', async () => {
    const { cookie } = await signIn(await makeCustomer())
    expect((await call('/orders', { 'x-api-key': key, cookie })).status).toBe(400)
    expect((await call(`/orders?api_key=${key}`)).status).toBe(401)
    expect((await call('/orders', bearer(key))).status).toBe(401)
    const personal = await call('/cart', { 'x-api-key': key })
    expect(personal).toMatchObject({ status: 401, body: { code: 'session_needed' } })
    expect((await call('/orders', { 'x-api-key': `${key}x` })).body).toMatchObject({ code: 'key_invalid' })
  })

  it('is named as the device in the audit log', async () => {
    const coupon = { code: 'TRACED', name: 'Ten', discount_type: 'percentage', discount_value: 10 }
    const { body } = await call('/coupons', { 'x-api-key': key }, coupon)
    const [entry] = await rowsOf(db, 'auditLog', { action: 'create', entity: 'coupon', entityId: body.id })
    expect(await rowsOf(db, 'auditOrigins', { entryId: entry?.id ?? 0 })).toMatchObject([
      { device: 'API key Courier' },
    ])
  })
})
