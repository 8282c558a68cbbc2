import { Hono } from 'hono'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createApi } from '#api/api.ts'
import type { ApiDeps } from '#api/deps.ts'
import { makeUser } from '#db/factories/user.ts'
import { sessionCookie } from '#infra/accounts/auth.ts'
import { currentActor } from '#infra/accounts/current-actor.ts'
import { createRateLimiter, NO_RATE_LIMITS } from '#infra/rate-limits/rate-limits.ts'
import { ALL_FEATURES } from '#shop/ctx.ts'
import { findLink, ORIGIN, PASSWORD, readMailsTo, testAuth } from '#tests/accounts.ts'
import { NOW, SECRET, testDatabase } from '#tests/database.ts'
import { renderInline } from '#tests/printed.ts'

const testDb = await testDatabase()
const { db, ctx } = testDb
const origin = ORIGIN
const auth = testAuth(testDb)

function createSite(
  accounts: { handler(request: Request): Promise<Response> },
  overrides: Partial<ApiDeps> = {},
) {
  const reportError = () => {}
  const identify = (headers: Headers) => currentActor({ auth, db, now: () => new Date() }, headers)
  return new Hono().route(
    '/api',
    createApi({
      ctxFor: ctx,
      identify,
      auth: accounts,
      checkPassword: async () => ({ ok: false, reason: 'wrong' }),
      sessionCookie: (token) => sessionCookie(auth, token),
      limits: NO_RATE_LIMITS,
      features: ALL_FEATURES,
      mailbox: null,
      pdf: renderInline,
      productSearch: testDb.productSearch,
      hasSandbox: true,
      orderEvents: { open: () => null },
      reportError,
      ...overrides,
    }),
  )
}
const site = createSite(auth)

function post(path: string, body: unknown, headers: Record<string, string> = {}, to = site) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: text }
  return to.request(`${origin}/api/auth${path}`, init)
}

describe('/auth', () => {
  it('signs in with a cookie that gives access to the person’s orders until sign-out', async () => {
    await makeUser(db, { email: 'in@example.test', password: PASSWORD })
    const signedIn = await post('/sign-in/email', { email: 'in@example.test', password: PASSWORD })
    expect(signedIn.status).toBe(200)
    const cookie = signedIn.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; ')
    expect((await site.request('/api/orders', { headers: { cookie } })).status).toBe(200)
    expect((await site.request('/api/orders')).status).toBe(401)
    expect((await post('/sign-out', {}, { cookie, origin })).status).toBe(200)
    expect((await site.request('/api/orders', { headers: { cookie } })).status).toBe(401)
  })

  it('signs in programs that send fetch metadata but no Origin', async () => {
    await makeUser(db, { email: 'program@example.test', password: PASSWORD })
    const body = { email: 'program@example.test', password: PASSWORD }
    expect((await post('/sign-in/email', body, { 'sec-fetch-mode': 'cors' })).status).toBe(200)
  })

  it('sends refusals in the API’s format', async () => {
    const wrong = await post('/sign-in/email', { email: 'nobody@example.test', password: PASSWORD })
    expect(wrong.status).toBe(401)
    expect(await wrong.json()).toEqual({ error: expect.any(String), code: 'invalid_email_or_password' })
  })

  it.each([
    ['/sign-in/email', '{'],
    ['/sign-in/email', 'null'],
    ['/sign-in/email', '[]'],
    ['/sign-in/email', { email: 'a@example.test', password: 'a\0b' }],
    ['/sign-in/email', { email: 7, password: [] }],
    ['/sign-in/email', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
    ['/request-password-reset', { email: '\0' }],
    ['/reset-password', { new_password: PASSWORD, token: '\0' }],
    ['/reset-password?token=%00', { new_password: PASSWORD }],
    ['/nothing', {}],
  ])('answers bad input to %s with a client error: %o', async (path, body) => {
    const answer = await post(path, body)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(await answer.json()).toMatchObject({ error: expect.any(String), code: expect.any(String) })
  })

  it('answers 415 to a body that is not declared as JSON in UTF-8, without reading it', async () => {
    for (const type of ['text/plain', 'application/json; charset=utf-16', 'multipart/form-data; boundary=x'])
      for (const path of ['/sign-in/email', '/sign-out']) {
        const answer = await post(path, '{', { 'content-type': type })
        expect([answer.status, await answer.json()]).toMatchObject([415, { code: 'unsupported_media_type' }])
      }
  })

  it('verifies no address by GET, since another site could sign its visitor in to a stranger’s account', async () => {
    const email = 'led-here@example.test'
    const account = JSON.stringify({ full_name: 'Asha Rao', email, password: PASSWORD })
    const headers = { 'content-type': 'application/json' }
    await site.request(`${origin}/api/users`, { method: 'POST', headers, body: account })
    const [mail] = await readMailsTo(testDb, auth, email)
    const token = mail ? findLink(mail).searchParams.get('token') : ''
    for (const path of ['/verify-email', '//verify-email', '/verify-email/']) {
      const answer = await site.request(`${origin}/api/auth${path}?token=${token}`)
      const status = path === '/verify-email' ? 405 : 404
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([status, []])
    }
  })

  it('answers 404 to unlisted paths, and counts, stores and reports nothing for them', async () => {
    const errors: unknown[] = []
    const queries: string[] = []
    const handler = (request: Request) => {
      queries.push(request.url)
      return auth.handler(request)
    }
    const limits = createRateLimiter(db, { enabled: true, now: () => NOW, secret: SECRET })
    const observedSite = createSite({ handler }, { limits, reportError: (error) => errors.push(error) })
    const rows = async () =>
      (await sql`select from request_limits union all select from verifications`.execute(db)).rows.length
    const first = await rows()
    const unknownPaths = [
      '/nothing',
      `/${'x'.repeat(20_000)}`,
      '/list-sessions',
      // Only pages and POST /users may call these, from inside the server.
      '/sign-up/email',
      '/sign-in/social',
      '/change-password',
      '/update-user',
      '/delete-user',
      '/verify-password',
      '/ok',
      '/sign-in/email/',
      '/callback/nobody',
      '/reset-password/abc',
      '/../auth//sign-in/email',
    ]
    for (const path of unknownPaths) {
      expect((await post(path, { password: PASSWORD }, {}, observedSite)).status, path).toBe(404)
      expect((await observedSite.request(`${origin}/api/auth${path}`)).status, path).toBe(404)
    }
    expect([await rows(), queries, errors]).toEqual([first, [], []])
  })

  it('answers malformed links without a server error', async () => {
    for (const path of [
      '/verify-email?token=%00',
      '/reset-password/%00?callbackURL=/',
      '/verify-email?token=x',
      '/nothing',
    ]) {
      const { status } = await site.request(`${origin}/api/auth${path}`)
      expect(status).toBeLessThan(500)
    }
  })

  it('answers 503 if the account library fails', async () => {
    const broken = createSite({ handler: async () => new Response(null, { status: 500 }) })
    const answer = await post('/sign-in/email', { email: 'a@example.test', password: 'x' }, {}, broken)
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
  })
})
