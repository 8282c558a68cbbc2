/** Creates an account in Hindi without JavaScript. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectNoEnglish } from '#lab/browser/no-english.ts'
import { expect, findLink, test, waitForMail } from '#tests/e2e/shop-page.ts'
import { PASSWORD } from '#tests/e2e/signed-in.ts'
import { HOME } from '#tests/e2e/worker-phone.ts'

const main = (page: Page) => page.getByRole('main')
const pressButton = (page: Page, name: string) =>
  main(page).getByRole('button', { name, exact: true }).click()

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a person creates an account with Hindi pages and emails, and a change of language keeps typed text', async ({
    page,
  }) => {
    const email = `meera-${randomUUID()}@example.test`
    await page.goto(`/auth/signup?returnTo=${encodeURIComponent(HOME)}`)
    await main(page).getByLabel('ईमेल').fill(email)
    await pressButton(page, 'English')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(main(page).getByLabel('Email')).toHaveValue(email)
    await pressButton(page, 'हिन्दी')
    const fields = { 'पूरा नाम': 'मीरा नायर', ईमेल: email, पासवर्ड: PASSWORD, 'पासवर्ड दोबारा लिखें': PASSWORD }
    for (const [label, text] of Object.entries(fields))
      await main(page).getByLabel(label, { exact: true }).fill(text)
    await pressButton(page, 'खाता बनाएँ')
    await expect(main(page)).toContainText('अपना ईमेल देखें और उसमें दिया लिंक खोलें')
    // The link is also in Hindi on another phone.
    await page.context().clearCookies({ name: 'worker-language' })
    const link = findLink((await waitForMail(page, email, /अपने ईमेल की पुष्टि करें/)).text)
    await page.goto(link)
    await expectNoEnglish(page)
    await pressButton(page, 'यह मेरा ईमेल है')
    await expect(page.getByRole('heading', { name: 'यह पन्ना आपके लिए नहीं खुला है' })).toBeVisible()
    await expect(main(page).getByRole('link')).toHaveText(['हमें लिखें', 'दुकान देखें'])
    await page.goto(`/auth/verify-email?error=INVALID_TOKEN&returnTo=${encodeURIComponent(HOME)}`)
    await expect(main(page).getByRole('alert')).toContainText('यह लिंक पुराना है')
    await expectNoEnglish(page)
  })
})
