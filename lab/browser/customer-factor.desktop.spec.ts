import { Secret, TOTP } from 'otpauth'
import { makeUser } from '#db/factories/user.ts'
import { forgetUsedCodes } from '#lab/unused-codes.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { namedOrigin, openSecurity, readSecret, signInByName } from '#tests/e2e/security-page.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { PASSWORD, shopDatabase } from '#tests/e2e/signed-in.ts'

/** Makes the person's sessions begin eleven minutes ago, without a later confirmation. */
async function agePerson({ id }: { id: string }): Promise<void> {
  const createdAt = new Date(Date.now() - 11 * 60_000)
  await shopDatabase()
    .updateTable('sessions')
    .set({ createdAt, confirmedAt: null, factorAt: null })
    .where('userId', '=', id)
    .execute()
}

test('a customer confirms the password, adds an authenticator app and signs in with its code', async ({
  page,
}) => {
  const person = await makeUser(shopDatabase(), {
    email: `meera-${crypto.randomUUID()}@example.test`,
    password: PASSWORD,
  })
  await openSecurity(page, person.email)
  await agePerson(person)
  const name = page.getByLabel('Name').last()
  await name.fill('My old phone')
  const app = new TOTP({ secret: Secret.fromBase32(await readSecret(page)) })
  await page.getByLabel('Six digits from the app').fill(app.generate())
  await page.getByRole('button', { name: 'Add the App' }).click()
  await expect(page.getByText('Please confirm that it is you, then send this again.')).toBeVisible()
  await expect(name).toHaveValue('My old phone')
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Confirm it is you' }).click(),
  ])
  await expectAccessible(tab, 'asked for the password')
  await tab.getByLabel('Your password').fill(PASSWORD)
  await tab.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(tab.getByRole('heading', { name: 'Confirmed' })).toBeVisible()
  await tab.close()
  await page.getByLabel('Six digits from the app').fill(app.generate())
  await page.getByRole('button', { name: 'Add the App' }).click()
  await expect(page.getByText('The factor is added.')).toBeVisible()
  await expect(page.getByText('My old phone', { exact: true })).toBeVisible()

  await page.context().clearCookies()
  await forgetUsedCodes(shopDatabase(), person.email)
  await signInByName(page, person.email)
  await expect(page).toHaveURL(/\/auth\/factor/)
  await page.getByLabel('Code from your authenticator app').fill(app.generate())
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page).toHaveURL(`${namedOrigin()}/`)
})
