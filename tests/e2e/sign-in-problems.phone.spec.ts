/** Sign-in pages on a small phone: each error message is in view, directly above its cause. */
import type { Page } from '@playwright/test'
import { makeUser } from '#db/factories/user.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { PASSWORD, shopDatabase } from '#tests/e2e/signed-in.ts'

const main = (page: Page) => page.getByRole('main')
const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true })
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name, exact: true })

/** Expects the error message in full view, not under the header, and directly above its cause. */
async function expectAbove(page: Page, message: RegExp, cause: ReturnType<typeof button>) {
  const box = main(page).getByRole('alert')
  await expect(box).toHaveText(message)
  await expect(box).toBeInViewport({ ratio: 1 })
  const [alert, element] = [await box.boundingBox(), await cause.boundingBox()]
  if (!alert || !element) throw new Error('the message or its cause is not visible')
  const headerBottom = await page.getByRole('banner').evaluate((it) => it.getBoundingClientRect().bottom)
  expect(alert.y).toBeGreaterThanOrEqual(headerBottom)
  const gap = element.y - (alert.y + alert.height)
  expect(gap).toBeGreaterThanOrEqual(0)
  expect(gap).toBeLessThan(90)
}

// Signing in with a provider that has no keys answers 503.
test.use({ viewport: { width: 360, height: 640 }, allowed: /status of 503/ })

test('error messages are above their cause, and sending the form hides a shown password again', async ({
  page,
}) => {
  await page.goto('/auth/signin')
  await button(page, 'Sign In').click()
  await expectAbove(page, /valid email/, field(page, 'Email'))
  await field(page, 'Email').fill((await makeUser(shopDatabase(), { password: PASSWORD })).email)
  await field(page, 'Password').fill('Wrong-2026')
  await button(page, 'Sign In').click()
  await expectAbove(page, /^Invalid email or password/, button(page, 'Sign In'))

  await page.goto('/auth/signup')
  const password = field(page, 'Password')
  const fields = { 'Full name': 'Meera Nair', Email: 'a@b.test', Password: PASSWORD }
  for (const [label, text] of Object.entries(fields)) await field(page, label).fill(text)
  await field(page, 'Confirm password').fill('Samai-2026')
  const show = button(page, 'Show password')
  await show.click()
  await expect(show).toHaveAttribute('aria-pressed', 'true')
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveAttribute('autocomplete', 'new-password')
  await expect(field(page, 'Confirm password')).toHaveAttribute('type', 'password')
  await expectAccessible(page, 'password shown')
  await button(page, 'Create Account').click()
  await expectAbove(page, /match/i, field(page, 'Confirm password'))
  await expect(password).toHaveAttribute('type', 'password')
  await expect(password).toHaveValue(PASSWORD)
  await button(page, 'Continue with Google').click()
  await expectAbove(page, /^Failed to sign up with Google/, button(page, 'Continue with Google'))
  await expect(field(page, 'Full name')).toHaveValue('Meera Nair')
  await expect(field(page, 'Email')).toHaveValue('a@b.test')
})
