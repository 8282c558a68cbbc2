import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { createRateLimiter } from '#infra/rate-limits/rate-limits.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { findLink, ORIGIN, readMailsTo, testAuth } from '#tests/accounts.ts'
import { apiClient } from '#tests/api-client.ts'
import { NOW, SECRET, testDatabase } from '#tests/database.ts'
import { rowsOf } from '#tests/rows.ts'

const testDb = await testDatabase()
const { db, ctx } = testDb
const auth = testAuth(testDb)
const { call } = apiClient(ctx, { auth })
const limitedClient = apiClient(ctx, {
  auth: testAuth(testDb, {
    limits: createRateLimiter(db, { enabled: true, now: () => NOW, secret: SECRET }),
  }),
})

const admin = await makeUser(db, { staffRole: 'owner' })
const NEW = { email: 'New.Person@Example.test', password: 'Millet-2026', full_name: 'New Person' }

/** Returns the token of the newest link emailed to this address. */
async function mailedToken(email: string): Promise<string> {
  const [mail] = await readMailsTo(testDb, auth, email)
  return (mail && findLink(mail).searchParams.get('token')) ?? ''
}

const cookiesOf = ({ headers }: { headers: Headers }) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')

describe('a client of the API', () => {
  const post = (path: string, body: object, cookie = '') =>
    call(VISITOR, 'POST', path, { body, headers: { origin: ORIGIN, ...(cookie && { cookie }) } })

  it('registers, verifies with the cookie of its registration, signs out and in again', async () => {
    const { password } = NEW
    const email = 'client@example.test'
    const registered = await post('/users', { ...NEW, email })
    const token = await mailedToken(email)
    expect((await post('/auth/sign-in/email', { email, password })).status).toBe(401)
    const verified = await post('/auth/verify-email', { token }, cookiesOf(registered))
    expect(verified).toMatchObject({ status: 200, body: { user: { email, email_verified: true } } })
    const out = await post('/auth/sign-out', {}, cookiesOf(verified))
    expect(out).toMatchObject({ status: 200, body: { success: true } })
    const signedIn = await post('/auth/sign-in/email', { email, password })
    expect(signedIn).toMatchObject({ status: 200, body: { user: { email, name: 'New Person' } } })
    expect(cookiesOf(signedIn)).toContain('session_token=')
  })

  it('must send a name and a password to verify an address that another client registered', async () => {
    const email = 'other-client@example.test'
    await post('/users', { ...NEW, email })
    const token = await mailedToken(email)
    const half = await post('/auth/verify-email', { token })
    expect(half).toMatchObject({ status: 409, body: { code: 'password_needed' } })
    const own = { name: 'Asha Rao', password: 'Bajra-2027' }
    const weak = await post('/auth/verify-email', { token, ...own, password: 'bajra-2027' })
    expect(weak).toMatchObject({ status: 422, body: { fields: { password: expect.any(String) } } })
    expect((await post('/auth/verify-email', { token, ...own })).status).toBe(200)
    expect((await post('/auth/verify-email', { token, ...own })).body).toMatchObject({
      code: 'invalid_token',
    })
    expect((await post('/auth/sign-in/email', { email, password: NEW.password })).status).toBe(401)
    expect((await post('/auth/sign-in/email', { email, password: own.password })).status).toBe(200)
  })

  it('sets a new password by the emailed link, once', async () => {
    const { email } = await makeUser(db, { password: NEW.password })
    expect((await post('/auth/request-password-reset', { email })).status).toBe(200)
    const reset = { token: await mailedToken(email), new_password: 'Bajra-2027' }
    expect((await post('/auth/reset-password', { ...reset, new_password: 'bajra' })).body.fields).toEqual({
      new_password: 'Password must be at least 8 characters',
    })
    expect((await post('/auth/reset-password', reset)).body).toEqual({ status: true })
    expect(await post('/auth/reset-password', reset)).toMatchObject({
      ...{ status: 400, body: { code: 'invalid_token' } },
    })
    expect((await post('/auth/sign-in/email', { email, password: 'Bajra-2027' })).status).toBe(200)
  })

  it('gets the name of each missing field', async () => {
    expect((await post('/auth/sign-in/email', {})).body).toMatchObject({
      fields: { email: 'Please enter a valid email address', password: 'Password is required' },
    })
    expect((await post('/auth/verify-email', {})).body).toMatchObject({
      fields: { token: expect.any(String) },
    })
    expect((await post('/auth/send-verification-email', { email: 'x' })).status).toBe(422)
  })
})

describe('POST /users', () => {
  it('registers an account, and gives the same answer for a known address', async () => {
    const first = await call(VISITOR, 'POST', '/users', { body: NEW })
    expect(first).toMatchObject({ status: 201, body: { email: 'new.person@example.test' } })
    const accounts = await rowsOf(db, 'users', { email: 'new.person@example.test' })
    expect(accounts).toMatchObject([{ fullName: 'New Person', emailVerified: false, staffRole: null }])
    const second = await call(VISITOR, 'POST', '/users', { body: { ...NEW, full_name: 'Somebody Else' } })
    expect(second).toMatchObject({ status: 201, body: first.body })
    const names = (answer: typeof first) =>
      answer.headers.getSetCookie().map((cookie) => cookie.split('=')[0])
    expect([names(first), names(second)]).toEqual([['better-auth.sign_up'], ['better-auth.sign_up']])
  })

  it('refuses roles in the body', async () => {
    const body = {
      ...NEW,
      email: 'sly@example.test',
      is_admin: true,
      staffRole: 'owner',
      email_verified: true,
    }
    const { status, body: answer } = await call(VISITOR, 'POST', '/users', { body })
    const names = Object.keys(answer.fields).toSorted()
    expect([status, names]).toEqual([422, ['email_verified', 'is_admin', 'staffRole']])
  })

  it.each([
    ['email', { email: 'nobody' }, 'Please enter a valid email address'],
    ['password', { password: 'millet-2026' }, 'Password must contain at least one uppercase letter'],
    ['full_name', { full_name: 'x' }, 'Full name must be at least 2 characters'],
  ])('refuses a wrong %s: %o', async (field, wrong, message) => {
    const { status, body } = await call(VISITOR, 'POST', '/users', { body: { ...NEW, ...wrong } })
    expect(status).toBe(422)
    expect(body.fields).toMatchObject({ [field]: message })
  })

  it('has the rate limit of the sign-up page', async () => {
    const register = (at: number) =>
      limitedClient.call(VISITOR, 'POST', '/users', {
        body: { ...NEW, email: `many-${at}@example.test` },
        headers: { 'x-real-ip': '192.0.2.7' },
      })
    for (let at = 0; at < 3; at += 1) expect((await register(at)).status).toBe(201)
    const refused = await register(3)
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('GET /users/{id}', () => {
  it('shows people their own account, and admins any account', async () => {
    const person = await makeUser(db)
    const { body } = await call(person, 'GET', `/users/${person.id}`)
    expect(body).toMatchObject({
      id: person.id,
      email: person.email,
      full_name: 'Ananya Rao',
      is_admin: false,
    })
    expect((await call(admin, 'GET', `/users/${person.id}`)).body).toEqual(body)
  })
})

describe('PUT /users/{id}', () => {
  it('changes nothing when one part of a change is refused', async () => {
    const [manager, packer] = [
      await makeUser(db, { staffRole: 'manager' }),
      await makeUser(db, { staffRole: 'packer' }),
    ]
    const body = { is_worker: true, full_name: 'Renamed' }
    expect((await call(manager, 'PUT', `/users/${packer.id}`, { body })).status).toBe(404)
    expect((await call(admin, 'GET', `/users/${packer.id}`)).body).toMatchObject({ is_worker: false })
  })

  it('changes name and phone', async () => {
    const person = await makeUser(db)
    const put = (body: unknown) => call(person, 'PUT', `/users/${person.id}`, { body })
    expect((await put({ full_name: ' Asha Rao ' })).body).toMatchObject({
      full_name: 'Asha Rao',
      phone_number: null,
    })
    expect((await put({ phone_number: '+91 98450 12345' })).body).toMatchObject({
      full_name: 'Asha Rao',
      phone_number: '9845012345',
    })
    expect((await put({ phone_number: null })).body.phone_number).toBeNull()
    expect((await put({ phone_number: 'x' })).body.fields).toEqual({
      phone_number: 'Please enter a valid phone number',
    })
    expect((await put({ email: 'other@example.test' })).status).toBe(422)
    expect((await put({})).status).toBe(422)
    expect((await put([])).status).toBe(422)
  })

  it('lets an owner make an account a worker and undo it', async () => {
    const person = await makeUser(db)
    const path = `/users/${person.id}`
    expect((await call(admin, 'PUT', path, { body: { is_worker: true } })).body).toMatchObject({
      is_worker: true,
      is_admin: false,
    })
    expect(
      (await call(admin, 'PUT', path, { body: { is_worker: false, full_name: 'Asha' } })).body,
    ).toMatchObject({
      is_worker: false,
      full_name: 'Asha',
    })
  })

  it('answers 404 for an unknown or malformed id', async () => {
    for (const id of [randomUUID(), 'x']) {
      expect((await call(admin, 'GET', `/users/${id}`)).status).toBe(404)
      expect((await call(admin, 'PUT', `/users/${id}`, { body: { is_worker: true } })).status).toBe(404)
    }
  })
})
