import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#db/seed/demo-accounts.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, linkIn, mailTo, test } from '#tests/e2e/shop-page.ts'
import { verifyBy } from '#tests/e2e/signed-in.ts'

const NEW_PASSWORD = 'Bajra-2027'
const someone = () => `${randomUUID()}@example.test`

const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true })
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const alert = (page: Page) => page.getByRole('main').getByRole('alert')

async function fill(page: Page, fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) await field(page, label).fill(text)
}

const signUpFields = (email: string, password = DEMO_PASSWORD) => ({
  'Full name': 'Meera Nair',
  Email: email,
  Password: password,
  'Confirm password': password,
})

/** Holds responses of a path until the returned function is called. */
async function hold(page: Page, path: string): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`**${path}.data*`, async (route) => {
    await held
    await route.continue()
  })
  return release
}

test('the forms to sign in and up check before they post, show refusals and busy states, and post once', async ({
  page,
}) => {
  let posts = 0
  page.on('request', (request) => (posts += request.method() === 'POST' ? 1 : 0))
  const fresh = someone()
  await page.goto('/auth/signup')
  await fill(page, { ...signUpFields(fresh), 'Confirm password': 'Other-2026' })
  await button(page, 'Create Account').click()
  await expect(alert(page)).toHaveText("Passwords don't match")
  await expectAccessible(page, 'error shown')
  expect(posts).toBe(0)
  await fill(page, signUpFields(fresh))
  const release = await hold(page, '/auth/signup')
  await button(page, 'Create Account').click()
  await expect(button(page, 'Creating account...')).toBeVisible()
  release()
  await expect(page.getByRole('main')).toContainText('Please check your email to verify your account.')
  await expect(field(page, 'Password')).toHaveCount(0)

  await page.goto(linkIn((await mailTo(page, fresh, /verify/i)).text))
  posts = 0
  const releaseVerification = await hold(page, '/auth/verify-email')
  await button(page, 'Verify My Email').click()
  await button(page, 'Verifying...').click()
  releaseVerification()
  await expect(page).toHaveURL('/')
  expect(posts).toBe(1)

  await page.context().clearCookies()
  await page.goto('/auth/signin')
  await fill(page, { Email: fresh, Password: 'Wrong-2026' })
  const releaseSignIn = await hold(page, '/auth/signin')
  await button(page, 'Sign In').click()
  await expect(button(page, 'Signing in...')).toBeVisible()
  releaseSignIn()
  await expect(alert(page)).toContainText('Invalid email or password.')
  await expect(field(page, 'Email')).toHaveValue(fresh)
  await fill(page, { Password: DEMO_PASSWORD })
  await button(page, 'Sign In').click()
  await expect(page).toHaveURL('/')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('an account is made, verified and given a new password by links that work once', async ({ page }) => {
    const email = someone()
    await page.goto('/auth/signup?returnTo=%2Forders')
    await fill(page, signUpFields(email, 'short'))
    await button(page, 'Create Account').click()
    await expect(alert(page)).toHaveText('Password must be at least 8 characters')
    await expect(field(page, 'Email')).toHaveValue(email)
    await expect(field(page, 'Password')).toHaveValue('')
    await expect(page.getByRole('main').getByRole('button', { name: 'Show password' })).toHaveCount(0)
    await fill(page, signUpFields(email))
    await button(page, 'Create Account').click()
    await expect(page.getByRole('main')).toContainText('Please check your email to verify your account.')

    const mail = await mailTo(page, email, /verify/i)
    const link = linkIn(mail.text)
    // Programs that scan emails open every link, which must not use it up.
    for (let looked = 0; looked < 2; looked++) expect((await page.request.get(link)).status()).toBe(200)
    await verifyBy(page, mail)
    await page.context().clearCookies()
    await page.goto(link)
    await expect(alert(page)).toContainText('This link was used already')

    // The return address survives every step.
    await page.goto('/auth/signin?returnTo=%2Forders')
    await fill(page, { Email: email })
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await expect(field(page, 'Email')).toHaveValue(email)
    await button(page, 'Send Reset Link').click()
    await expect(page.getByRole('main')).toContainText(
      'Please check your email for a link to reset your password.',
    )
    await page.goto(linkIn((await mailTo(page, email, /Reset your password/)).text))
    await fill(page, { 'New password': NEW_PASSWORD, 'Confirm password': NEW_PASSWORD })
    await button(page, 'Save New Password').click()
    await expect(page.getByRole('status').filter({ hasText: 'Your password has been changed' })).toBeVisible()
    await fill(page, { Email: email, Password: NEW_PASSWORD })
    await button(page, 'Sign In').click()
    await expect(page).toHaveURL('/orders')
  })
})
