/** The forms for sign-in and sign-up, while the browser checks them and while they are sent. */

import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#db/seed/demo-accounts.ts'
import { alert, button, field, fill, newEmail, signUpFields } from '#tests/e2e/account-forms.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, findLink, test, waitForMail } from '#tests/e2e/shop-page.ts'

/** Holds the requests for a path until the returned function is called. */
async function holdResponses(page: Page, path: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`**${path}.data*`, async (route) => {
    await released
    await route.continue()
  })
  return release
}

test('the forms for sign-in and sign-up check before they post, show refusals and busy states, and post once', async ({
  page,
}) => {
  let posts = 0
  page.on('request', (request) => (posts += request.method() === 'POST' ? 1 : 0))
  const email = newEmail()
  await page.goto('/auth/signup')
  await fill(page, { ...signUpFields(email), 'Confirm password': 'Other-2026' })
  await button(page, 'Create Account').click()
  await expect(alert(page)).toHaveText("Passwords don't match")
  await expectAccessible(page, 'error shown')
  expect(posts).toBe(0)
  await fill(page, signUpFields(email))
  const release = await holdResponses(page, '/auth/signup')
  await button(page, 'Create Account').click()
  await expect(button(page, 'Creating account...')).toBeVisible()
  release()
  await expect(page.getByRole('main')).toContainText('Please check your email to verify your account.')
  await expect(field(page, 'Password')).toHaveCount(0)

  await page.goto(findLink((await waitForMail(page, email, /verify/i)).text))
  posts = 0
  const releaseVerification = await holdResponses(page, '/auth/verify-email')
  await button(page, 'Verify My Email').click()
  await button(page, 'Verifying...').click()
  releaseVerification()
  await expect(page).toHaveURL('/')
  expect(posts).toBe(1)

  await page.context().clearCookies()
  await page.goto('/auth/signin')
  await fill(page, { Email: email, Password: 'Wrong-2026' })
  const releaseSignIn = await holdResponses(page, '/auth/signin')
  await button(page, 'Sign In').click()
  await expect(button(page, 'Signing in...')).toBeVisible()
  releaseSignIn()
  await expect(alert(page)).toContainText('Invalid email or password.')
  await expect(field(page, 'Email')).toHaveValue(email)
  await fill(page, { Password: DEMO_PASSWORD })
  await button(page, 'Sign In').click()
  await expect(page).toHaveURL('/')
})
