import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { CLIENT, startIdentityProvider } from '#tests/identity-provider.ts'
import { endShop, freePort, readyShop, startShop } from '#tests/shop-program.ts'

/** A shop of its own, whose Google and Outlook are a provider on this machine. */
async function openShop() {
  const port = await freePort()
  const redirectUris = ['google', 'microsoft'].map((id) => `http://127.0.0.1:${port}/api/auth/callback/${id}`)
  const provider = await startIdentityProvider({ redirectUris, claimsIn: 'id_token' })
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-oidc-'))
  chmodSync(dataDir, 0o755)
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

    test('somebody comes back from Google and from Outlook to where they wanted to go', async ({ page }) => {
      const { url, provider } = shop
      provider.be(PERSON)
      await page.goto(`${url}/auth/signin?returnTo=%2Fprofile`)
      await page.getByRole('button', { name: 'Continue with Google' }).click()
      await expect(page).toHaveURL(`${url}/profile`)
      await expect(page.getByRole('main').getByLabel('Email', { exact: true })).toHaveValue(PERSON.email)
      await page.getByRole('main').getByRole('button', { name: 'Sign Out', exact: true }).click()
      await page.goto(`${url}/auth/signup?returnTo=%2Fprofile`)
      await page.getByRole('button', { name: 'Continue with Outlook' }).click()
      await expect(page).toHaveURL(`${url}/profile`)
    })

    test('somebody who refuses there reads so here', async ({ page }) => {
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

test('the admin of the settings comes to the dashboard, whichever way they sign in', async ({ page }) => {
  const { url, provider } = shop
  provider.be({ ...PERSON, sub: 'owner', email: 'admin@demo.test' })
  await page.goto(`${url}/auth/signin`)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page).toHaveURL(`${url}/admin/dashboard`)
})
