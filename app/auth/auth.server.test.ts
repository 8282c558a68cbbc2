import { RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { accountsRefused, askAccounts } from '#app/auth/auth.server.ts'
import { type RequestContext, requestContext } from '#app/request/context.server.ts'
import { makeUser } from '#db/factories/user.ts'
import { createRateLimiter } from '#infra/rate-limits/rate-limits.ts'
import { PASSWORD, testAuth } from '#tests/accounts.ts'
import { NOW, SECRET, testDatabase } from '#tests/database.ts'

const ground = await testDatabase()
const { db, ctx } = ground

/** A page's action in a shop at this origin, with the account library's parts only. */
function shopAt(origin: string, options: Partial<Parameters<typeof testAuth>[1]> = {}) {
  const auth = testAuth(ground, { origin, ...options })
  const config = { ...ctx().config, origin }
  const given: Partial<RequestContext> = { auth, ctx: ctx(undefined, { config }) }
  const context = new RouterContextProvider(new Map([[requestContext, given as RequestContext]]))
  return (path: `/${string}`, body: Record<string, string>, headers: Record<string, string> = {}) =>
    askAccounts(
      new Request(`${origin}/auth/signin`, { headers: { origin, ...headers } }),
      context,
      path,
      body,
    )
}

async function customer(fields: { emailVerified?: boolean } = {}) {
  const { email } = await makeUser(db, { password: PASSWORD, ...fields })
  return { email, password: PASSWORD }
}

describe('askAccounts', () => {
  it.each([
    ['http://shop.test', false],
    ['https://shop.test', true],
  ])('opens a session at %s whose cookie no script and no other site can use', async (origin, isSecure) => {
    const answer = await shopAt(origin)('/sign-in/email', await customer())
    const session = answer.cookies.find((cookie) => cookie.includes('session_token='))
    expect(answer.ok).toBe(true)
    expect(session).toMatch(/; HttpOnly/)
    expect(session).toMatch(/; SameSite=Lax/)
    expect(session).toMatch(/; Path=\//)
    expect(session?.includes('; Secure')).toBe(isSecure)
  })

  it('gives another session at each sign-in, and ends it at sign-out', async () => {
    const ask = shopAt('http://shop.test')
    const account = await customer()
    const [first, second] = [await ask('/sign-in/email', account), await ask('/sign-in/email', account)]
    expect(first.cookies[0]).not.toBe(second.cookies[0])
    const cookie = first.cookies[0]?.split(';')[0] ?? ''
    const sessions = () => db.selectFrom('sessions').selectAll().execute()
    const before = (await sessions()).length
    const out = await ask('/sign-out', {}, { cookie })
    expect(out.cookies.join()).toMatch(/session_token=; Max-Age=0/)
    expect((await sessions()).length).toBe(before - 1)
  })

  it('does not reveal whether an address has an account', async () => {
    const ask = shopAt('http://shop.test')
    const { email } = await customer()
    const told = async (path: `/${string}`, body: Record<string, string>) => {
      const { ok, status, code, cookies } = await ask(path, body)
      // Cookie values are random.
      return { ok, status, code, cookies: cookies.map((cookie) => cookie.replace(/=[^;]+/, '')) }
    }
    const wrong = (address: string) => told('/sign-in/email', { email: address, password: 'Wrong-2026' })
    expect(await wrong(email)).toEqual(await wrong('nobody@example.test'))
    const reset = (address: string) => told('/request-password-reset', { email: address })
    expect(await reset(email)).toEqual(await reset('nobody@example.test'))
    const signUp = (address: string) =>
      told('/sign-up/email', { name: 'Meera', email: address, password: PASSWORD })
    expect(await signUp(email)).toEqual(await signUp('new@example.test'))
  })

  it('refuses an unverified address without saying that this is why', async () => {
    const ask = shopAt('http://shop.test')
    const account = await customer({ emailVerified: false })
    const refused = await ask('/sign-in/email', account)
    expect(refused).toMatchObject({ ok: false, code: 'INVALID_EMAIL_OR_PASSWORD', cookies: [] })
    expect(await ask('/sign-in/email', { ...account, password: 'Wrong-2026' })).toEqual(refused)
  })

  it('makes guessers wait, by network address', async () => {
    const ask = shopAt('http://shop.test', {
      limits: createRateLimiter(db, { enabled: true, now: () => NOW, secret: SECRET }),
    })
    const guess = (address: string) =>
      ask('/sign-in/email', { email: 'a@b.test', password: 'Wrong-2026' }, { 'x-real-ip': address })
    const waits: number[] = []
    for (let tries = 0; tries < 4; tries++) waits.push((await guess('203.0.113.7')).wait)
    expect(waits.slice(0, 3)).toEqual([0, 0, 0])
    expect(waits[3]).toBeGreaterThan(0)
    expect(waits[3]).toBeLessThanOrEqual(10)
    expect((await guess('203.0.113.8')).wait).toBe(0)
    const refused = accountsRefused(
      new Request('http://shop.test/auth/signin'),
      new FormData(),
      await guess('203.0.113.7'),
    )
    expect(refused.data.message).toMatch(
      /^Too many attempts\. Please wait (1 second|\d+ seconds) and try again\.$/,
    )
    const headers = new Headers(refused.init?.headers)
    expect([refused.init?.status, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
  })
})
