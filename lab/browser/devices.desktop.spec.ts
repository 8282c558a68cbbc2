import type { Page } from '@playwright/test'
import { alert, button, field, fill, newEmail } from '#tests/e2e/account-forms.ts'
import { expect, findLink, test, waitForMail } from '#tests/e2e/shop-page.ts'
import { shopOrigin } from '#tests/e2e/signed-in.ts'

const NEW_PASSWORD = 'Bajra-2027'

test('a link that is opened in another browser asks for name and password, and each device can be signed out', async ({
  page,
  browser,
}) => {
  const email = newEmail()
  const attacker = await browser.newContext()
  await attacker.request.post('/auth/signup', {
    form: { fullName: 'Mallory', email, password: 'Thinai-2026', confirmPassword: 'Thinai-2026' },
    headers: { origin: shopOrigin() },
  })
  const link = findLink((await waitForMail(page, email, /verify/i)).text)
  await page.goto(link)
  await fill(page, { 'Full name': 'Meera Nair', Password: 'short', 'Confirm password': 'short' })
  await button(page, 'Verify and Sign In').click()
  await expect(alert(page)).toHaveText('Password must be at least 8 characters')
  await fill(page, { Password: NEW_PASSWORD, 'Confirm password': NEW_PASSWORD })
  await button(page, 'Verify and Sign In').click()
  await expect(page).toHaveURL('/')
  await page.goto('/profile')
  await expect(field(page, 'Full name')).toHaveValue('Meera Nair')
  const credentials = { data: { email, password: 'Thinai-2026' }, headers: { origin: shopOrigin() } }
  expect((await attacker.request.post('/api/auth/sign-in/email', credentials)).status()).toBe(401)
  await attacker.close()

  const others = await Promise.all(
    [
      'Mozilla/5.0 (Linux; Android 13) Chrome/140.0.0.0 Mobile Safari/537.36',
      'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0',
    ].map(async (userAgent) => {
      const other = await browser.newContext({ userAgent, baseURL: shopOrigin() })
      const signedIn = { data: { email, password: NEW_PASSWORD }, headers: { origin: shopOrigin() } }
      expect((await other.request.post('/api/auth/sign-in/email', signedIn)).status()).toBe(200)
      return other.newPage()
    }),
  )
  const [phone, desk] = others as [Page, Page]
  await page.goto('/profile')
  const panel = page.getByRole('region', { name: 'Account Security' })
  await expect(panel.getByRole('listitem')).toHaveCount(3)
  await expect(panel.getByRole('listitem').first()).toContainText('This device')
  const token = (await page.context().cookies()).find(({ name }) => name.includes('session_token'))
  expect(token).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  expect(await page.content()).not.toContain(decodeURIComponent(token?.value ?? '').split('.')[0])

  await panel.getByRole('button', { name: /^Sign out Chrome on Android, Seen in the last hour/ }).click()
  await expect(panel.getByRole('status')).toHaveText('Signed out on the devices you chose.')
  await expect(panel.getByRole('listitem')).toHaveCount(2)
  await phone.goto('/profile')
  await expect(phone.getByRole('main')).toContainText('Please sign in to view your profile')
  await panel.getByRole('button', { name: 'Sign out all other devices' }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  await desk.goto('/orders')
  await expect(desk.getByRole('main')).toContainText(/sign in/i)
  await page.goto('/profile')
  await expect(panel).toBeVisible()
})
