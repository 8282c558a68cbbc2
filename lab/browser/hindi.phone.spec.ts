/** The sign-in and the error pages of a worker who reads Hindi. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectNoEnglish } from '#lab/browser/no-english.ts'
import { alive } from '#tests/e2e/alive.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { newWorker } from '#tests/e2e/programme.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { openSession, PASSWORD } from '#tests/e2e/signed-in.ts'
import { HOME } from '#tests/e2e/worker-phone.ts'

const main = (page: Page) => page.getByRole('main')
const pressButton = (page: Page, name: string) =>
  main(page).getByRole('button', { name, exact: true }).click()

test('the sign-in page stays in Hindi after a wrong password and can change to English', async ({ page }) => {
  const { email } = await newWorker({ language: 'hi', password: PASSWORD })
  await page.goto(`/auth/signin?returnTo=${encodeURIComponent(HOME)}`)
  await pressButton(page, 'लॉग इन करें')
  await expect(main(page).getByRole('alert')).toHaveText('सही ईमेल लिखें')
  await page.getByLabel('ईमेल').fill(email)
  await page.getByLabel('पासवर्ड').fill('Wrong-2026')
  await pressButton(page, 'लॉग इन करें')
  await expect(main(page).getByRole('alert')).toContainText('ईमेल या पासवर्ड सही नहीं है')
  await expectNoEnglish(page)
  await pressButton(page, 'English')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await pressButton(page, 'हिन्दी')
  await page.getByLabel('ईमेल').fill(email)
  await page.getByLabel('पासवर्ड').fill(PASSWORD)
  await pressButton(page, 'लॉग इन करें')
  await expect(page).toHaveURL(HOME)
})

test.describe('inside the worker’s screens', () => {
  test.use({ cutsNetwork: true, serviceWorkers: 'block' })

  test('an error page is in Hindi and leads back to the dashboard', async ({ page }) => {
    await openSession(page.context(), (await newWorker({ language: 'hi' })).email)
    await page.goto(`/upload-task-photo/${randomUUID()}`)
    await page.route(`**${HOME}.data**`, (route) => route.abort())
    await page.getByRole('link', { name: 'पीछे जाएँ' }).click()
    await expect(page.getByRole('heading', { name: 'नेटवर्क नहीं है' })).toBeVisible()
    await expectNoEnglish(page)
    await main(page).getByRole('link', { name: 'फिर से कोशिश करें' }).click()
    await expect(page.getByRole('term').filter({ hasText: 'कुल काम' })).toBeVisible()
    await alive(page)

    // The session ends while the page is open.
    await page.unrouteAll()
    await page.context().clearCookies({ name: /session/ })
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.getByRole('heading', { name: 'अपना काम देखने के लिए लॉग इन करें' })).toBeVisible()
    await expectNoEnglish(page)
    await expectAccessible(page, 'error in Hindi')
    await expect(main(page).getByRole('link', { name: 'लॉग इन करें' })).toHaveAttribute(
      'href',
      /^\/auth\/signin\?returnTo=/,
    )
  })
})
