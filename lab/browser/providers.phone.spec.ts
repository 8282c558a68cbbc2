import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { copyDemoData } from '#tests/demo-data.ts'
import { expect, findLink, test, waitForMail } from '#tests/e2e/shop-page.ts'
import { PASSWORD } from '#tests/e2e/signed-in.ts'
import { CLIENT, startIdentityProvider } from '#tests/identity-provider.ts'
import { endShop, freePort, readyShop, startShop } from '#tests/shop-program.ts'

/** Starts a shop that uses a provider on this machine instead of Google and Outlook. */
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

let shop: Awaited<ReturnType<typeof openShop>>
test.beforeAll(async () => {
  shop = await openShop()
})
test.afterAll(() => shop.close())

/** Creates a customer of that shop with a password and a verified address. Returns the address. */
async function createPasswordAccount(page: Page, url: string): Promise<string> {
  const email = `meera-${randomUUID()}@example.test`
  const data = { email, password: PASSWORD, full_name: 'Meera Nair' }
  expect((await page.request.post(`${url}/api/users`, { data, headers: { origin: url } })).status()).toBe(201)
  const link = findLink((await waitForMail(page, email, /verify/i, url)).text)
  const form = { token: new URL(link).searchParams.get('token') ?? '' }
  expect((await page.request.post(link, { form, headers: { origin: url } })).ok()).toBe(true)
  await page.context().clearCookies()
  return email
}

test('a customer signs in by Google and Outlook to the account with the same address, also without JavaScript', async ({
  page,
  browser,
}) => {
  const { url, provider } = shop
  const signIn = await page.request.get(`${url}/auth/signin`)
  expect(signIn.headers()['content-security-policy']).toContain(`form-action 'self' ${provider.origin};`)
  const home = await page.request.get(`${url}/`)
  expect(home.headers()['content-security-policy']).toContain("form-action 'self';")

  const email = await createPasswordAccount(page, url)
  await page.context().addCookies([{ name: 'cart', value: '2x1', url }])
  provider.setPerson({ sub: randomUUID(), email, email_verified: true, name: 'Another Name' })
  await page.goto(`${url}/auth/signin?returnTo=%2Fprofile`)
  await page.getByRole('button', { name: 'Continue with Google' }).tap()
  await expect(page).toHaveURL(`${url}/profile`)
  // The name shows that the existing account is used, not a second account.
  await expect(page.getByLabel('Full name')).toHaveValue('Meera Nair')
  await expect(page.getByRole('banner').getByRole('link', { name: /^Cart/ })).toHaveAccessibleName(
    'Cart 1 item',
  )

  const scriptless = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await scriptless.goto(`${url}/auth/signup?returnTo=%2Fprofile`)
  await scriptless.getByRole('button', { name: 'Continue with Outlook' }).click()
  await expect(scriptless).toHaveURL(`${url}/profile`)
})
