import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { copyDemoData } from '#tests/demo-data.ts'
import { expect, mailTo, test } from '#tests/e2e/shop-page.ts'
import { PASSWORD, verifyBy } from '#tests/e2e/signed-in.ts'
import { CLIENT, startIdentityProvider } from '#tests/identity-provider.ts'
import { endShop, freePort, readyShop, startShop } from '#tests/shop-program.ts'

/** A shop whose Google and Outlook are a provider on this machine. */
async function openShop() {
  const port = await freePort()
  const redirectUris = ['google', 'microsoft'].map((id) => `http://127.0.0.1:${port}/api/auth/callback/${id}`)
  const provider = await startIdentityProvider({ redirectUris, claimsIn: 'id_token' })
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-oidc-'))
  chmodSync(dataDir, 0o755)
  await copyDemoData(dataDir)
  const shop = startShop({
    PORT: `${port}`,
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    ...Object.fromEntries(
      ['GOOGLE', 'MICROSOFT'].flatMap((name) => [
        [`${name}_CLIENT_ID`, CLIENT.clientId],
        [`${name}_CLIENT_SECRET`, CLIENT.clientSecret],
        [`${name}_DISCOVERY_URL`, provider.discoveryUrl],
      ]),
    ),
  })
  const url = await readyShop(shop)
  const close = async () => {
    await endShop(shop, 'SIGTERM')
    await provider.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { url, provider, close }
}

// In one process, to share the shop.
test.describe.configure({ mode: 'default' })

let shop: Awaited<ReturnType<typeof openShop>>
test.beforeAll(async () => {
  shop = await openShop()
})
test.afterAll(() => shop.close())

const PERSON = { sub: 'one', email: 'asha@example.test', email_verified: true, name: 'Asha Rao' }

test('the form leads to the provider by itself, and the policy of the page allows it', async ({
  request,
}) => {
  const { url, provider } = shop
  const page = await request.get(`${url}/auth/signin`)
  expect(page.headers()['content-security-policy']).toContain(`form-action 'self' ${provider.origin};`)
  const home = await request.get(`${url}/`)
  expect(home.headers()['content-security-policy']).toContain("form-action 'self';")
  const answer = await request.post(`${url}/auth/signin`, {
    form: { provider: 'google' },
    headers: { origin: url },
    maxRedirects: 0,
  })
  expect(answer.status()).toBe(302)
  expect(answer.headers().location).toContain(`${provider.origin}/auth?`)
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a sign-in by Google and by Outlook returns to the visitor’s destination', async ({ page }) => {
      const { url, provider } = shop
      provider.be(PERSON)
      await page.goto(`${url}/auth/signin?returnTo=%2Fprofile`)
      await page.getByRole('button', { name: 'Continue with Google' }).click()
      await expect(page).toHaveURL(`${url}/profile`)
      await expect(page.getByRole('main').getByLabel('Email', { exact: true })).toHaveValue(PERSON.email)
      await page.getByRole('main').getByRole('button', { name: 'Sign Out', exact: true }).click()
      await expect(page).toHaveURL(`${url}/`)
      await page.goto(`${url}/auth/signup?returnTo=%2Fprofile`)
      await page.getByRole('button', { name: 'Continue with Outlook' }).click()
      await expect(page).toHaveURL(`${url}/profile`)
    })

    test('a refusal at the provider is shown here', async ({ page }) => {
      const { url, provider } = shop
      provider.be(null)
      await page.goto(`${url}/auth/signup?returnTo=%2Fprofile`)
      await page.getByRole('button', { name: 'Continue with Outlook' }).click()
      await expect(page.getByRole('main').getByRole('alert')).toHaveText(
        'Failed to sign up with Outlook: it was cancelled there.',
      )
      await expect(page).toHaveURL(/\/auth\/signin\?error=auth_failed/)
    })
  })
}

/** A new customer of that shop with a password, signed out again. */
async function passwordAccount(page: Page, url: string, verified: boolean): Promise<string> {
  const email = `meera-${randomUUID()}@example.test`
  const data = { email, password: PASSWORD, full_name: 'Meera Nair' }
  const made = await page.request.post(`${url}/api/users`, { data, headers: { origin: url } })
  expect(made.status()).toBe(201)
  const mail = await mailTo(page, email, /verify/i, url)
  if (verified) await verifyBy(page, mail)
  return email
}

test('a password account is opened from Google once both sides have verified it, and its cart joins the visitor’s', async ({
  page,
  browser,
}) => {
  const { url, provider } = shop
  const email = await passwordAccount(page, url, true)
  const mix = await (await page.request.get(`${url}/api/products/ragi-mix`)).json()
  const bajra = await (await page.request.get(`${url}/api/products/bajra-mix`)).json()
  const items = [{ product_id: mix.id, quantity: 2 }]
  await page.request.put(`${url}/api/cart`, { data: { items }, headers: { origin: url } })

  const visitor = await (await browser.newContext()).newPage()
  for (const slug of ['ragi-mix', 'bajra-mix']) {
    await visitor.goto(`${url}/product/${slug}`)
    await visitor.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(visitor.getByRole('main')).toContainText(/added/i)
  }
  provider.be({ sub: randomUUID(), email, email_verified: true, name: 'Another Name' })
  await visitor.goto(`${url}/auth/signin?returnTo=%2Fprofile`)
  await visitor.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(visitor).toHaveURL(`${url}/profile`)
  // The existing account, not a second one.
  await expect(visitor.getByLabel('Full name')).toHaveValue('Meera Nair')
  const joined = await (await visitor.request.get(`${url}/api/cart`)).json()
  expect(joined.items).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ product_id: mix.id, quantity: 3 }),
      expect.objectContaining({ product_id: bajra.id, quantity: 1 }),
    ]),
  )
  expect(joined.items).toHaveLength(2)
  await expect(visitor.getByRole('banner').getByRole('link', { name: /^Cart/ })).toHaveAccessibleName(
    'Cart 4 items',
  )
  // Its password still works.
  await page.context().clearCookies()
  await page.goto(`${url}/auth/signin?returnTo=%2Fprofile`)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(`${url}/profile`)
})

for (const [side, here, there] of [
  ['here', false, true],
  ['there', true, false],
] as const) {
  test(`a password account is not opened while its address is not verified ${side}`, async ({
    page,
    browser,
  }) => {
    const { url, provider } = shop
    const email = await passwordAccount(page, url, here)
    provider.be({ sub: randomUUID(), email, email_verified: there, name: 'A Stranger' })
    const stranger = await (await browser.newContext()).newPage()
    await stranger.goto(`${url}/auth/signin`)
    await stranger.getByRole('button', { name: 'Continue with Google' }).click()
    await expect(stranger.getByRole('main').getByRole('alert')).toContainText(
      'Please verify your email address first',
    )
    await stranger.goto(`${url}/profile`)
    await expect(stranger.getByRole('main')).toContainText('Please sign in to view your profile')
    await mailTo(page, email, here ? /already have an account/ : /Finish creating your account/, url)
  })
}

test('an admin comes to the dashboard, whichever way they sign in', async ({ page }) => {
  const { url, provider } = shop
  provider.be({ ...PERSON, sub: 'owner', email: 'admin@demo.test' })
  await page.goto(`${url}/auth/signin`)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page).toHaveURL(`${url}/admin/dashboard`)
})
