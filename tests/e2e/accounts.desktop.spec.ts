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

test('the forms to sign in and up show problems, refusals and busy states, and hide which addresses are known', async ({
  page,
}) => {
  let posts = 0
  page.on('request', (request) => (posts += request.method() === 'POST' ? 1 : 0))
  await page.goto('/auth/signin')
  await button(page, 'Sign In').click()
  await expect(alert(page)).toHaveText('Please enter a valid email address')
  await expect(field(page, 'Email')).toBeFocused()
  await fill(page, { Email: 'customer@demo.test' })
  await button(page, 'Sign In').click()
  await expect(alert(page)).toHaveText('Password is required')
  await expect(alert(page)).toHaveCount(1)
  expect(posts).toBe(0)
  await expectAccessible(page, 'error shown')

  const email = someone()
  await fill(page, { Email: email, Password: 'Wrong-2026' })
  const releaseSignIn = await hold(page, '/auth/signin')
  await button(page, 'Sign In').click()
  await expect(button(page, 'Signing in...')).toBeVisible()
  releaseSignIn()
  await expect(alert(page)).toHaveText(
    'Invalid email or password. If you have just signed up, open the link in our email first.',
  )
  await expect(field(page, 'Email')).toHaveValue(email)
  await fill(page, { Email: 'admin@demo.test', Password: DEMO_PASSWORD })
  const releaseCallback = await hold(page, '/auth/callback')
  await button(page, 'Sign In').click()
  await expect(button(page, 'Completing sign in...')).toBeVisible()
  releaseCallback()
  await expect(page).toHaveURL('/admin/dashboard')
  await page.context().clearCookies()
  await page.goto('/auth/callback?error=state_mismatch')
  await expect(page).toHaveURL(/\/auth\/signin\?error=auth_failed/)
  await expect(alert(page)).toHaveText(/^Sign-in did not work/)

  posts = 0
  await page.goto('/auth/signup')
  const expectProblem = async (fields: Record<string, string>, message: string) => {
    await fill(page, fields)
    await button(page, 'Create Account').click()
    await expect(alert(page)).toHaveText(message)
  }
  await expectProblem({ ...signUpFields('no-address') }, 'Please enter a valid email address')
  await expectProblem(signUpFields('a@b.test', 'Millet-rice'), 'Password must contain at least one number')
  await expectProblem(
    { ...signUpFields('a@b.test'), 'Confirm password': 'Other-2026' },
    "Passwords don't match",
  )
  expect(posts).toBe(0)
  await expect(page.getByRole('main').getByRole('link', { name: 'privacy policy' })).toHaveAttribute(
    'href',
    '/privacy',
  )

  const fresh = someone()
  for (const email of ['customer@demo.test', fresh]) {
    await page.goto('/auth/signup')
    await fill(page, signUpFields(email))
    const release = await hold(page, '/auth/signup')
    await button(page, 'Create Account').click()
    await expect(button(page, 'Creating account...')).toBeVisible()
    release()
    await expect(page.getByRole('main')).toContainText('Please check your email to verify your account.')
    await expect(field(page, 'Password')).toHaveCount(0)
  }
  await mailTo(page, 'customer@demo.test', /You already have an account/)

  await page.goto(linkIn((await mailTo(page, fresh, /verify/i)).text))
  posts = 0
  const releaseVerification = await hold(page, '/auth/verify-email')
  await button(page, 'Verify My Email').click()
  await button(page, 'Verifying...').click()
  releaseVerification()
  await expect(page).toHaveURL('/')
  expect(posts).toBe(1)
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
    await fill(page, signUpFields(email))
    await button(page, 'Create Account').click()
    await expect(page.getByRole('main')).toContainText('Please check your email to verify your account.')

    await page.goto('/auth/signin')
    await fill(page, { Email: email, Password: DEMO_PASSWORD })
    await button(page, 'Sign In').click()
    await expect(alert(page)).toContainText('Invalid email or password. If you have just signed up,')

    const mail = await mailTo(page, email, /verify/i)
    const link = linkIn(mail.text)
    // Programs that scan emails open every link, which must not use it up.
    for (let looked = 0; looked < 2; looked++) expect((await page.request.get(link)).status()).toBe(200)
    await verifyBy(page, mail)
    await page.goto('/profile')
    await expect(field(page, 'Email')).toHaveValue(email)
    await button(page, 'Sign Out').click()
    await page.goto(link)
    await expect(alert(page)).toContainText('This link was used already')
    const again = await page.request.post('/auth/verify-email', {
      form: { token: new URL(link).searchParams.get('token') ?? '' },
      headers: { origin: new URL(link).origin },
    })
    expect([again.status(), await again.text()]).toEqual([410, expect.stringContaining('was used already')])
    await fill(page, { Email: email })
    await button(page, 'Send New Link').click()
    await expect(page.getByRole('main')).toContainText(/is on its way/)

    // The return address survives every step.
    await page.goto('/auth/signin?returnTo=%2Forders')
    await fill(page, { Email: email })
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await expect(field(page, 'Email')).toHaveValue(email)
    await expect(alert(page)).toHaveCount(0)
    await expect(page.getByRole('main')).toContainText(
      "Enter your email address and we'll send you a link to reset your password.",
    )
    await expect(page.getByRole('main').getByRole('link', { name: 'Back to Sign In' })).toHaveAttribute(
      'href',
      '/auth/signin?returnTo=%2Forders',
    )
    await fill(page, { Email: email })
    await button(page, 'Send Reset Link').click()
    await expect(page.getByRole('main')).toContainText(
      'Please check your email for a link to reset your password.',
    )
    const reset = linkIn((await mailTo(page, email, /Reset your password/)).text)
    await page.goto(reset)
    await fill(page, { 'New password': NEW_PASSWORD, 'Confirm password': NEW_PASSWORD })
    await button(page, 'Save New Password').click()
    await expect(page.getByRole('status').filter({ hasText: 'Your password has been changed' })).toBeVisible()
    expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/orders')
    await page.goto(reset)
    await expect(alert(page)).toContainText('This link has expired or was already used')
    await expect(button(page, 'Send Reset Link')).toBeVisible()

    await page.getByRole('link', { name: 'Back to Sign In' }).click()
    await fill(page, { Email: email, Password: NEW_PASSWORD })
    await button(page, 'Sign In').click()
    await expect(page).toHaveURL('/orders')
  })
})
