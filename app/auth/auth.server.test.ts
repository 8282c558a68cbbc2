import { RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { accountsRefusal, askAccounts, isInApp } from '#app/auth/auth.server.ts'
import { type RequestContext, requestContext } from '#app/request/context.server.ts'
import { makeUser } from '#db/factories/user.ts'
import { createRateLimiter } from '#infra/rate-limits/rate-limits.ts'
import { PASSWORD, testAuth } from '#tests/accounts.ts'
import { NOW, SECRET, testDatabase } from '#tests/database.ts'

const testDb = await testDatabase()
const { db, ctx } = testDb

/** Returns `askAccounts` for a shop at this origin. */
function shopAt(origin: string, options: Partial<Parameters<typeof testAuth>[1]> = {}) {
  const auth = testAuth(testDb, { origin, ...options })
  const config = { ...ctx().config, origin }
  const requestCtx: Partial<RequestContext> = { auth, ctx: ctx(undefined, { config }) }
  const context = new RouterContextProvider(new Map([[requestContext, requestCtx as RequestContext]]))
  return (path: `/${string}`, body: Record<string, string>, headers: Record<string, string> = {}) =>
    askAccounts(
      new Request(`${origin}/auth/signin`, { headers: { origin, ...headers } }),
      context,
      path,
      body,
    )
}

async function customer() {
  const { email } = await makeUser(db, { password: PASSWORD })
  return { email, password: PASSWORD }
}

describe('askAccounts', () => {
  it.each([
    ['http://shop.test', false],
    ['https://shop.test', true],
  ])('sets a session cookie at %s that scripts and other sites cannot use', async (origin, isSecure) => {
    const answer = await shopAt(origin)('/sign-in/email', await customer())
    const session = answer.cookies.find((cookie) => cookie.includes('session_token='))
    expect(answer.ok).toBe(true)
    expect(session).toMatch(/; HttpOnly/)
    expect(session).toMatch(/; SameSite=Lax/)
    expect(session).toMatch(/; Path=\//)
    expect(session?.includes('; Secure')).toBe(isSecure)
  })

  it('makes further guesses wait, separately for each network address', async () => {
    const call = shopAt('http://shop.test', {
      limits: createRateLimiter(db, { enabled: true, now: () => NOW, secret: SECRET }),
    })
    const guess = (address: string) =>
      call('/sign-in/email', { email: 'a@b.test', password: 'Wrong-2026' }, { 'x-real-ip': address })
    const waits: number[] = []
    for (let tries = 0; tries < 4; tries++) waits.push((await guess('203.0.113.7')).wait)
    expect(waits.slice(0, 3)).toEqual([0, 0, 0])
    expect(waits[3]).toBeGreaterThan(0)
    expect(waits[3]).toBeLessThanOrEqual(10)
    expect((await guess('203.0.113.8')).wait).toBe(0)
    const refusal = accountsRefusal(
      new Request('http://shop.test/auth/signin'),
      new FormData(),
      await guess('203.0.113.7'),
    )
    expect(refusal.data.message).toMatch(
      /^Too many attempts\. Please wait (1 second|\d+ seconds) and try again\.$/,
    )
    const headers = new Headers(refusal.init?.headers)
    expect([refusal.init?.status, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
  })
})

describe('isInApp', () => {
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15'
  const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8'
  it.each([
    [`${phone} (KHTML, like Gecko) Mobile/21F90 Instagram 334.0.4.32.98 (iPhone14,5)`, true],
    [`${phone} (KHTML, like Gecko) Mobile/21F90 [FBAN/FBIOS;FBAV/466.0.0.45.109]`, true],
    [
      `${android}; wv) AppleWebKit/537.36 Version/4.0 Chrome/125.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/466]`,
      true,
    ],
    [`${android}; wv) AppleWebKit/537.36 Version/4.0 Chrome/125.0 Mobile Safari/537.36`, true],
    [`${phone} (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1`, false],
    [`${android}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Mobile Safari/537.36`, false],
    ['', false],
  ])('detects whether an app shows the page: %s, %s', (userAgent, expected) => {
    expect(isInApp(userAgent)).toBe(expected)
  })
})
