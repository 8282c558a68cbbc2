/** A real shop behind an HTTPS proxy: security headers, cookies, cross-site posts and the log of one process. */
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#db/seed/demo-accounts.ts'
import { testDatabase } from '#tests/database.ts'
import { makeOpenFolder, removeFolders } from '#tests/faults/folders.ts'
import { proveSessions, seedRealShop, startProcess } from '#tests/real-shop.ts'
import { endShop, freePort, readyShop } from '#tests/shop-program.ts'

const ORIGIN = 'https://shop.test'
const { url: databaseUrl } = await testDatabase()
await seedRealShop(databaseUrl)
const shop = startProcess({
  DATABASE_URL: databaseUrl,
  DATA_DIR: makeOpenFolder(),
  PORT: `${await freePort()}`,
  ORIGIN,
  AUTH_SECRET: randomUUID(),
  LOG_LEVEL: 'debug',
  SLOW_QUERY_MS: '1',
  TRUST_PROXY: 'on',
})
const url = await readyShop(shop)

afterAll(async () => {
  await endShop(shop, 'SIGKILL')
  removeFolders()
})

type Content = { form?: Record<string, string>; cookie?: string; headers?: Record<string, string> }

let requests = 0

/** Sends a request as the proxy forwards it. Each comes from another network, so that no rate limit applies. */
function request(path: string, { form, cookie = '', headers = {} }: Content = {}): Promise<Response> {
  requests += 1
  return fetch(url + path, {
    redirect: 'manual',
    headers: {
      origin: ORIGIN,
      'x-forwarded-for': `203.0.${requests}.1`,
      ...(cookie && { cookie }),
      ...headers,
    },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
}

async function signIn(email: string, password = DEMO_PASSWORD) {
  const response = await request('/auth/signin', { form: { email, password } })
  await proveSessions(databaseUrl)
  const setCookies = response.headers.getSetCookie()
  return { setCookies, cookie: setCookies.map((cookie) => cookie.split(';', 1)[0]).join('; ') }
}

/** Expects the policy to allow each inline script by its hash or nonce. */
function expectAllowedScripts(html: string, policy: string): void {
  const allowed = /script-src ([^;]*)/.exec(policy)?.[1] ?? ''
  for (const [, attributes = '', text = ''] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (text === '' || /type="application\/(ld\+)?json"/.test(attributes)) continue
    const nonce = /nonce="([^"]+)"/.exec(attributes)?.[1]
    const hash = createHash('sha256').update(text).digest('base64')
    expect(allowed).toContain(nonce ? `'nonce-${nonce}'` : `'sha256-${hash}'`)
  }
  expect(html).not.toMatch(/<[^>]+\son\w+="/)
}

const PAGE_RULES = ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]
const PAGE_POLICY = [...PAGE_RULES, "require-trusted-types-for 'script'", 'report-to csp']

it('sends security headers with each kind of response, and allows inline scripts by hash or nonce', async () => {
  const { cookie } = await signIn('admin@demo.test')
  const pages = ['/', '/products', '/cart', '/admin/dashboard', '/nothing/here']
  for (const path of [...pages, '/api/products', '/api/nothing', '/favicon.svg', '/worker-sw.js']) {
    const response = await request(path, { cookie })
    const { headers } = response
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('strict-transport-security'), path).toContain('includeSubDomains')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy, path).toContain("frame-ancestors 'none'")
    if (!pages.includes(path)) continue
    expect(policy, path).not.toContain('unsafe-inline')
    for (const rule of PAGE_POLICY) expect(policy, path).toContain(rule)
    expectAllowedScripts(await response.text(), policy)
  }
})

it('sets __Host- cookies with SameSite, an HttpOnly session cookie, and a new session at each sign-in', async () => {
  const first = await signIn('customer@demo.test')
  const addition = await request('/product/bajra-mix', { form: { quantity: '1' } })
  const setCookies = [...first.setCookies, ...addition.headers.getSetCookie()]
  for (const cookie of setCookies)
    expect(cookie).toMatch(/^__Host-(?!.*Domain=)(?=.*SameSite=Lax).*; Secure/i)
  expect(setCookies.find((cookie) => cookie.includes('session_token='))).toContain('HttpOnly')
  const again = await request('/auth/signin', {
    form: { email: 'customer@demo.test', password: DEMO_PASSWORD },
    cookie: first.cookie,
  })
  expect(again.headers.getSetCookie().join()).toContain('session_token=')
  expect((await request('/api/orders', { cookie: first.cookie })).status).toBe(401)
})

it('refuses posts of another site, with and without a session cookie', async () => {
  const form = { email: 'customer@demo.test', password: DEMO_PASSWORD, intent: 'clear' }
  const { cookie } = await signIn('customer@demo.test')
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
  ]
  for (const headers of foreign)
    for (const path of ['/auth/signin', '/auth/signout', '/cart', '/contact', '/api/auth/sign-out'])
      for (const session of [{}, { cookie }])
        expect((await request(path, { form, headers, ...session })).status, path).toBe(403)
})

it('logs security events and requests without passwords, typed text, tokens and sessions', async () => {
  const typed = ['typedPassword77', 'typed-name@example.test', 'typedThing', 'tokenInAddress77']
  const [password = '', email = '', thing = '', token = ''] = typed
  await signIn('customer@demo.test', password)
  await signIn(email, password)
  await request('/contact', { form: { name: '', email: thing } })
  await request(`/auth/reset-password?token=${token}`)
  await request(`/search?q=${thing}`)
  const { cookie } = await signIn('customer@demo.test')
  const last = `/last-${randomUUID()}`
  await request(`${last}?q=${thing}`, { cookie })
  await expect.poll(() => shop.lines.some((line) => line.includes(last)), { timeout: 60_000 }).toBe(true)
  const log = shop.lines.join('\n')
  expect(log).toContain('"event":"authn_login_fail"')
  expect(log).toContain('"event":"input_validation_fail"')
  const session = /session_token=([^;]+)/.exec(cookie)?.[1] ?? ''
  for (const secret of [...typed, DEMO_PASSWORD, session]) expect(log.includes(secret), secret).toBe(false)
})
