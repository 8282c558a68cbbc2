import type { CDPSession, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { makeUser } from '#db/factories/user.ts'
import { namedOrigin, openSecurity, readSecret, signInByName } from '#tests/e2e/security-page.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { PASSWORD, shopDatabase } from '#tests/e2e/signed-in.ts'

/** Adds a virtual authenticator for passkeys to the browser. It confirms requests without a user. */
async function addVirtualAuthenticator(
  page: Page,
): Promise<{ session: CDPSession; authenticatorId: string }> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  return { session, authenticatorId }
}

async function newStaff(staffRole: 'owner' | 'manager', name: string) {
  const email = `${staffRole}-${crypto.randomUUID()}@example.test`
  return makeUser(shopDatabase(), { email, staffRole, fullName: name, password: PASSWORD })
}

/** Reads the recovery codes, which the page shows only once. */
const readCodes = async (page: Page) =>
  (
    await page.getByRole('region', { name: 'Your recovery codes' }).getByRole('listitem').allTextContents()
  ).map((code) => code.trim())

/** Adds the authenticator app whose secret the page shows. */
async function addApp(page: Page): Promise<void> {
  const app = new TOTP({ secret: Secret.fromBase32(await readSecret(page)) })
  await page.getByLabel('Six digits from the app').fill(app.generate())
  await page.getByRole('button', { name: 'Add the App' }).click()
  await expect(page.getByText('The factor is added.')).toBeVisible()
}

test('a manager signs in with a passkey, loses it, signs in with a recovery code, and adds an app instead', async ({
  page,
}) => {
  const { id, email } = await newStaff('manager', 'Kavita Joshi')
  const { session, authenticatorId } = await addVirtualAuthenticator(page)
  await openSecurity(page, email)
  await page.getByLabel('Name').first().fill('My laptop')
  await page.getByRole('button', { name: 'Add a Passkey' }).click()
  await expect(page.getByText('The factor is added.')).toBeVisible()
  const codes = await readCodes(page)
  expect(codes).toHaveLength(10)
  await expect(page.getByText('My laptop', { exact: true })).toBeVisible()

  // A session that has not proven the factor asks for it, whatever page is opened.
  await shopDatabase().updateTable('sessions').set({ factorAt: null }).where('userId', '=', id).execute()
  await page.goto(`${namedOrigin()}/admin/dashboard/orders?status=pending`)
  await expect(page).toHaveURL(/\/auth\/factor\?returnTo=/)
  await page.getByRole('button', { name: 'Use a Passkey' }).click()
  await expect(page).toHaveURL(`${namedOrigin()}/admin/dashboard/orders?status=pending`)

  // The passkey is lost.
  await page.context().clearCookies()
  await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
  await signInByName(page, email)
  await page.getByText('Use a recovery code').click()
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Use the Recovery Code' }).click()
  await expect(page).toHaveURL(/\/profile\/security\?done=recovered/)
  await expect(page.getByText('9 of 10 codes are left.')).toBeVisible()

  // An app replaces the passkey. After a wrong code, the secret is still the same and need not be scanned again.
  const secret = await readSecret(page)
  await page.getByLabel('Six digits from the app').fill('000000')
  await page.getByRole('button', { name: 'Add the App' }).click()
  await expect(page.getByText('This code is wrong, has expired or was already used.').first()).toBeVisible()
  expect(await readSecret(page)).toBe(secret)
  await addApp(page)
  await page.getByText('Remove My laptop').click()
  await page.getByRole('button', { name: 'Remove It' }).first().click()
  await expect(page.getByText('The factor is removed.')).toBeVisible()
  await expect(page.getByText('My laptop', { exact: true })).toBeHidden()
})
