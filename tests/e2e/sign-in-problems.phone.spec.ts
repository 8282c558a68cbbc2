/** Sign-in pages on a small phone: what is wrong stands beside what caused it, in view, with and without JavaScript. */
import { test as noisy, type Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#db/seed/demo-accounts.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'

const main = (page: Page) => page.getByRole('main')
const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true })
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name, exact: true })

/** The red box, wholly on the screen and not under the header, ends where its cause begins. */
async function expectBeside(page: Page, message: RegExp, cause: ReturnType<typeof button>) {
  const box = main(page).getByRole('alert')
  await expect(box).toHaveText(message)
  await expect(box).toBeInViewport({ ratio: 1 })
  const [told, caused] = [await box.boundingBox(), await cause.boundingBox()]
  if (!told || !caused) throw new Error('nothing is shown')
  const underHeader = await page.getByRole('banner').evaluate((it) => it.getBoundingClientRect().bottom)
  expect(told.y).toBeGreaterThanOrEqual(underHeader)
  const gap = caused.y - (told.y + told.height)
  expect(gap).toBeGreaterThanOrEqual(0)
  expect(gap).toBeLessThan(90)
}

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with' : 'without'
  // The browser logs a console line for the 503 of a provider without keys.
  noisy(`problems are beside their cause ${how} JavaScript`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      javaScriptEnabled,
      baseURL: baseURL ?? '',
      viewport: { width: 360, height: 640 },
      isMobile: true,
      hasTouch: true,
    })
    const page = await context.newPage()
    const opened = async (path: string) => {
      await page.goto(path)
      if (javaScriptEnabled) await expect(button(page, /^(पासवर्ड दिखाएँ|Show password)$/)).toBeVisible()
    }
    await opened('/auth/signin')
    await button(page, 'Sign In').click()
    await expectBeside(page, /valid email/, field(page, 'Email'))
    await field(page, 'Email').fill('customer@demo.test')
    await field(page, 'Password').fill('Wrong-2026')
    await button(page, 'Sign In').click()
    await expectBeside(page, /^Invalid email or password/, button(page, 'Sign In'))
    await expect(field(page, 'Email')).toHaveValue('customer@demo.test')

    await opened('/auth/signup')
    const fields = { 'Full name': 'Meera Nair', Email: 'a@b.test', Password: DEMO_PASSWORD }
    for (const [label, text] of Object.entries(fields)) await field(page, label).fill(text)
    await field(page, 'Confirm password').fill('Samai-2026')
    await button(page, 'Create Account').click()
    await expectBeside(page, /match/i, field(page, 'Confirm password'))
    await button(page, 'Continue with Google').click()
    await expectBeside(page, /^Failed to sign up with Google/, button(page, 'Continue with Google'))
    await expect(field(page, 'Full name')).toHaveValue('Meera Nair')
    await expect(field(page, 'Email')).toHaveValue('a@b.test')
    if (!javaScriptEnabled) await expect(field(page, 'Password')).toHaveValue('')
    await opened('/auth/signin?error=auth_failed&provider=google&reason=access_denied&language=hi')
    await expectBeside(page, /^Google से साइन इन नहीं हुआ/, button(page, 'Google से साइन इन करें'))
    await context.close()
  })
}

test('a password is shown by a button, and hidden again when it is sent', async ({ page, browser }) => {
  await page.goto('/auth/signup')
  const show = button(page, 'Show password')
  const password = field(page, 'Password')
  await password.fill('Ragi')
  await expect(password).toHaveAttribute('type', 'password')
  await show.click()
  await expect(show).toHaveAttribute('aria-pressed', 'true')
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveAttribute('autocomplete', 'new-password')
  await expect(field(page, 'Confirm password')).toHaveAttribute('type', 'password')
  await expectAccessible(page, 'password shown')
  await button(page, 'Create Account').click()
  await expect(password).toHaveAttribute('type', 'password')
  await expect(password).toHaveValue('Ragi')
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await plain.goto('/auth/signin')
  await expect(button(plain, 'Show password')).toHaveCount(0)
  await plain.context().close()
})
