/**
 * A worker without an email address: from the card to the tasks, in Hindi, on the worker's own and on a shared
 * phone.
 */
import type { Page } from '@playwright/test'
import { newPhoneNumber } from '#tests/e2e/programme.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { shopOrigin } from '#tests/e2e/signed-in.ts'
import { addWorker, fillCard, joinButton, PIN } from '#tests/e2e/worker-card.ts'
import { HOME } from '#tests/e2e/worker-phone.ts'

const SIGN_IN = '/worker/signin'

const alert = (page: Page) => page.getByRole('main').getByRole('alert')
async function signIn(page: Page, phone: string, pin: string): Promise<void> {
  await page.getByRole('textbox', { name: 'मोबाइल नंबर' }).fill(phone)
  await page.getByRole('textbox', { name: 'पिन, 6 अंक' }).fill(pin)
  await page.getByRole('radio', { name: /साझा फ़ोन/ }).check()
  await page.getByRole('main').getByRole('button', { name: 'लॉग इन करें', exact: true }).click()
}

test('a worker joins by a card, changes number and UPI ID, and signs in again, without email or JavaScript', async ({
  page: desk,
  browser,
}) => {
  const card = await addWorker(desk, 'Lakshmi Devi')
  const viewport = { width: 360, height: 740 }
  const context = await browser.newContext({ viewport, baseURL: shopOrigin(), javaScriptEnabled: false })
  const page = await context.newPage()
  await fillCard(page, card.path, 'own')
  await expect(page.getByRole('heading', { name: 'नमस्ते, Lakshmi जी' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`आखिरी अंक ${card.phone.slice(-4)}`)
  await joinButton(page).click()
  await expect(page).toHaveURL(HOME)
  await expect(page.getByText('यह फ़ोन: Lakshmi Devi')).toBeVisible()

  await page.goto(`${HOME}?tab=pay`)
  await page.getByText('UPI आईडी लिखें').click()
  const upi = page.locator('form:has([name=upiId])')
  await upi.getByLabel('नई UPI आईडी (जैसे नाम@बैंक)').fill('lakshmi@okbank')
  await upi.getByLabel('आपका पिन, 6 अंक').fill(PIN)
  await upi.getByRole('button', { name: 'सेव करें' }).click()
  // No money was ever paid, so the first UPI ID counts at once.
  await expect(page.getByText('आपके पैसे यहाँ आते हैं: lakshmi@okbank')).toBeVisible()

  const number = newPhoneNumber()
  const about = page.locator('form.about-me')
  await about.getByLabel('मोबाइल नंबर').fill(number)
  await about.getByLabel('आपका पिन, 6 अंक').fill(PIN)
  await about.getByRole('button', { name: 'सेव करें' }).click()
  await expect(alert(page)).toBeHidden()

  await page.getByRole('button', { name: 'बदलें', exact: true }).click()
  await expect(page).toHaveURL(SIGN_IN)
  await signIn(page, number, '593017')
  await expect(alert(page)).toContainText('मोबाइल नंबर या पिन सही नहीं है')
  await expect(page.getByLabel('मोबाइल नंबर')).toHaveValue(number)
  await page.getByLabel('पिन, 6 अंक').fill(PIN)
  await page.getByRole('main').getByRole('button', { name: 'लॉग इन करें', exact: true }).click()
  await expect(page).toHaveURL(HOME)
  const session = (await context.cookies()).find(({ name }) => name === 'worker_session')
  expect(session).toMatchObject({ expires: -1, httpOnly: true, sameSite: 'Lax' })

  const blocking = await browser.newContext({ viewport, baseURL: shopOrigin() })
  const other = await blocking.newPage()
  const devtools = await blocking.newCDPSession(other)
  await devtools.send('Emulation.setDocumentCookieDisabled', { disabled: true })
  await other.goto(SIGN_IN)
  await expect(alert(other)).toHaveText(/^इस फ़ोन का ब्राउज़र कुकी रोकता है/)
})
