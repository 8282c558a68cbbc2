import { randomUUID } from 'node:crypto'
import { chromium as browsers } from '@playwright/test'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { DEMO_PASSWORD } from '#db/seed/demo-accounts.ts'
import { readPostmasterFile } from '#infra/embedded-postgres/running.ts'
import { directConnection, isolatedShop } from '#lab/faults/isolated-shop.ts'
import { copyDemoData } from '#tests/demo-data.ts'
import { chromiumOptions } from '#tests/e2e/chromium.ts'
import { signalTo } from '#tests/faults/embedded-program.ts'
import { makeOpenFolder } from '#tests/faults/folders.ts'
import { placeOrder, signIn } from '#tests/shop-customer.ts'
import { endShop, freePort, readyShop, startShop } from '#tests/shop-program.ts'

const NOTICE = 'Browsing only right now.'
const SIGN_UP = {
  fullName: 'Meera Joshi',
  email: 'new@example.test',
  password: DEMO_PASSWORD,
  confirmPassword: DEMO_PASSWORD,
}
const POLLING = { timeout: 60_000, interval: 20 }

const { database, url, cookie } = await isolatedShop(directConnection)

async function page(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(url + path, { headers, redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Posts a form as a page without scripts does. */
function post(path: string, fields: Record<string, string>): Promise<Response> {
  return fetch(url + path, {
    method: 'POST',
    headers: { origin: url },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
}

/** Waits until pages show the notice about the outage, or no longer show it. */
async function waitForNotice(isShown: boolean): Promise<void> {
  await vi.waitUntil(async () => (await page('/')).text.includes(NOTICE) === isShown, POLLING)
}

describe('while the database is unavailable', () => {
  beforeAll(async () => {
    expect((await page('/')).text).not.toContain(NOTICE)
    await database.stop()
    await waitForNotice(true)
  })

  it.each([
    '/',
    '/products',
    '/products?category=sweet',
    '/products?category=sweet&utm_source=mail',
    '/?utm_source=mail',
    `/product/${seedId(3)}`,
    '/hydration',
    '/play-with-food/idli',
    '/returns',
  ])('%s opens from memory, with the notice', async (path) => {
    for (const headers of [{}, { cookie }] as Record<string, string>[]) {
      const { status, text } = await page(path, headers)
      expect(status).toBe(200)
      expect(text).toContain(NOTICE)
    }
  })

  it.each(['ragee', 'milet+piza'])(
    'a search for %s uses the last catalogue, with the notice',
    async (words) => {
      for (const headers of [{}, { cookie }] as Record<string, string>[]) {
        const { status, text } = await page(`/search?q=${words}`, headers)
        expect(status).toBe(200)
        expect(text).toContain(NOTICE)
        expect(text).toMatch(/Ragi Meal Mix|Millet Pizza/)
      }
    },
  )

  it.each(['/orders', '/profile', '/checkout', '/cart'])('%s explains the outage', async (path) => {
    const { status, headers, text } = await page(path, { cookie: `${cookie}; cart=2x1` })
    expect(status).toBe(503)
    expect(headers.get('retry-after')).toMatch(/^\d+$/)
    expect(headers.get('set-cookie')).toBeNull()
    expect(text).toContain('Back in a moment')
    expect(text).toContain('Your cart is safe')
    expect(text).not.toMatch(/ECONN|ENOENT|node_modules|\bat .*:\d+:\d+/)
  })

  it.each([
    ['/auth/signin', { email: 'customer@demo.test', password: DEMO_PASSWORD }],
    ['/auth/signup', SIGN_UP],
    ['/auth/reset-password', { email: 'customer@demo.test' }],
    ['/auth/verify-email', { email: 'customer@demo.test' }],
  ])('the form of %s explains the outage and keeps the typed email address', async (path, fields) => {
    const response = await post(path, fields)
    const text = await response.text()
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(text).toMatch(
      /role="alert"(?:(?!<\/form).)*We have a problem on our side, so orders and accounts aren’t available/s,
    )
    expect(text).toContain(`value="${fields.email}"`)
    expect(text).not.toContain(DEMO_PASSWORD)
    const api = await fetch(`${url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ email: fields.email, password: DEMO_PASSWORD }),
    })
    expect(api.status).toBe(503)
    expect(await api.json()).toMatchObject({ code: 'unavailable' })
  })

  it('the page of an email’s link explains the outage', async () => {
    const reset = await page(`/auth/reset-password?token=${'a'.repeat(24)}`)
    expect(reset.status).toBe(503)
    expect(reset.text).toContain('Back in a moment')
    const verification = await post('/auth/verify-email', { token: 'a.b.c' })
    expect(verification.status).toBe(503)
    expect(await verification.text()).toContain('Back in a moment')
  })

  it('the outage is explained in Hindi to a worker who reads Hindi', async () => {
    for (const path of ['/shg-worker-dashboard', `/auth/reset-password?token=${'a'.repeat(24)}`]) {
      const { status, text } = await page(path, { cookie: `${cookie}; worker-language=hi` })
      expect(status).toBe(503)
      expect(text).toContain('थोड़ी देर रुकें')
      expect(text).not.toContain('Back in a moment')
    }
  })

  it('signing out deletes the cookies, and the page says so', async () => {
    const response = await fetch(`${url}/auth/signout`, {
      method: 'POST',
      headers: { origin: url, cookie: `${cookie}; cart=2x1~mark; account=customer` },
      redirect: 'manual',
    })
    const deleted = response.headers.getSetCookie().map((setCookie) => setCookie.split(';', 3).join(';'))
    for (const name of [cookie.split('=', 1)[0], 'cart', 'account'])
      expect(deleted).toContain(`${name}=; Max-Age=0; Path=/`)
    const onward = response.headers.get('location') ?? ''
    expect((await page(onward)).text).toMatch(/role="alert"[^>]*>.*You’re signed out on this device/s)
  })

  it('a browser goes from page to page without a JavaScript error', async () => {
    const browser = await browsers.launch(await chromiumOptions())
    const tab = await browser.newPage()
    const problems: string[] = []
    tab.on('pageerror', (error) => problems.push(error.message))
    await tab.context().addCookies([{ name: 'cart', value: '2x1', url }])
    await tab.goto(`${url}/products`)
    const menu = tab.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: 'Replenish' }).click()
    await tab.waitForURL('**/replenish')
    await tab.getByText(NOTICE).waitFor()
    await tab.getByRole('link', { name: /^Cart/ }).click()
    await tab.getByRole('heading', { name: 'Back in a moment' }).waitFor()
    await menu.getByRole('link', { name: 'Products' }).click()
    await tab.waitForURL('**/products')
    await tab.getByText(NOTICE).waitFor()
    expect(problems).toEqual([])
    await browser.close()
  })
})

describe('the database of a demonstration', () => {
  it('is restarted after a kill, and the shop continues', async () => {
    const dataDir = makeOpenFolder()
    await copyDemoData(dataDir)
    const demo = startShop({ DATA_DIR: dataDir, PORT: `${await freePort()}` })
    const demoUrl = await readyShop(demo)
    const session = await signIn(demoUrl)
    const pid = readPostmasterFile(`${dataDir}/postgres`)?.pid ?? 0
    signalTo(pid, 'SIGKILL')
    const isReady = async () => {
      const next = readPostmasterFile(`${dataDir}/postgres`)
      return next?.pid !== pid && (await fetch(`${demoUrl}/readyz`)).ok
    }
    await vi.waitUntil(isReady, POLLING)
    expect((await placeOrder(demoUrl, session, randomUUID())).status).toBe(201)
    await endShop(demo, 'SIGTERM')
  })
})
