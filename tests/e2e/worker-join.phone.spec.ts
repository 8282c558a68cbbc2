/** A worker without an email address: from the card to the tasks, in Hindi, on own and shared phones. */
import type { Page } from '@playwright/test'
import { withPhone } from '#tests/e2e/phone-network.ts'
import { newNumber, newTask, stateOf } from '#tests/e2e/programme.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { shopOrigin } from '#tests/e2e/signed-in.ts'
import {
  addWorker,
  expectNothingOf,
  fillCard,
  join,
  joinButton,
  newCard,
  PIN,
} from '#tests/e2e/worker-card.ts'
import { HOME } from '#tests/e2e/worker-phone.ts'

const SIGN_IN = '/worker/signin'

const alert = (page: Page) => page.getByRole('main').getByRole('alert')
async function signIn(page: Page, phone: string, pin: string): Promise<void> {
  await page.getByRole('textbox', { name: 'मोबाइल नंबर' }).fill(phone)
  await page.getByRole('textbox', { name: 'पिन, 6 अंक' }).fill(pin)
  await page.getByRole('radio', { name: /साझा फ़ोन/ }).check()
  await page.getByRole('main').getByRole('button', { name: 'साइन इन करें', exact: true }).click()
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
  for (const label of ['नया पिन, 6 अंक', 'वही पिन फिर से']) await page.getByLabel(label).fill('123456')
  await joinButton(page).click()
  await expect(page.getByText('यह पिन बहुत आसान है। दूसरा पिन चुनें।')).toBeVisible()
  await expect(page.getByRole('radio', { name: /मेरा अपना फ़ोन/ })).toBeChecked()
  await page.getByLabel('नया पिन, 6 अंक').fill(PIN)
  await page.getByLabel('वही पिन फिर से').fill(PIN)
  await joinButton(page).click()
  await expect(page).toHaveURL(HOME)
  await expect(page.getByText('यह फ़ोन: Lakshmi Devi')).toBeVisible()

  await page.goto(`${HOME}?tab=pay`)
  await page.getByText('UPI आईडी लिखें').click()
  const upi = page.locator('form:has([name=upiId])')
  await upi.getByLabel('नई UPI आईडी (जैसे नाम@बैंक)').fill('lakshmi@okbank')
  await upi.getByLabel('आपका पिन, 6 अंक').fill(PIN)
  await upi.getByRole('button', { name: 'सेव करें' }).click()
  // The card was used just now, so the first address waits a day as well.
  await expect(page.getByText(/बजे से पैसे यहाँ आएँगे: lakshmi@okbank/)).toBeVisible()

  const number = newNumber()
  const about = page.locator('form.about-me')
  await about.getByLabel('मोबाइल नंबर').fill(number)
  await about.getByRole('button', { name: 'सेव करें' }).click()
  await expect(alert(page)).toContainText('नंबर बदलने के लिए अपना पिन भी लिखें')
  await expect(about.getByLabel('मोबाइल नंबर')).toHaveValue(number)
  await about.getByLabel('आपका पिन, 6 अंक').fill(PIN)
  await about.getByRole('button', { name: 'सेव करें' }).click()
  await expect(alert(page)).toBeHidden()

  await page.getByRole('button', { name: 'बदलें', exact: true }).click()
  await expect(page).toHaveURL(SIGN_IN)
  await signIn(page, number, '593017')
  await expect(alert(page)).toContainText('मोबाइल नंबर या पिन सही नहीं है')
  await expect(page.getByLabel('मोबाइल नंबर')).toHaveValue(number)
  await page.getByLabel('पिन, 6 अंक').fill(PIN)
  await page.getByRole('main').getByRole('button', { name: 'साइन इन करें', exact: true }).click()
  await expect(page).toHaveURL(HOME)
  const session = (await context.cookies()).find(({ name }) => name === 'worker_session')
  expect(session).toMatchObject({ expires: -1, httpOnly: true, sameSite: 'Lax' })
})

test.describe('a phone without a network', () => {
  test.use({ cutsNetwork: true })

  test('that is shared opens nothing after its browser was closed, and sends the queue after a sign-in; the next worker sees nothing', async () => {
    const [card, next] = [await newCard('Lakshmi Gowda'), await newCard('Lakshmi Bhat')]
    await withPhone(async (phone) => {
      const first = await join(phone, card, 'shared')
      const { id } = await (await first.request.get(`${HOME}/session.json`)).json()
      const task = await newTask({ id, email: '', fullName: card.name, phone: card.phone })
      await first.goto(HOME)
      await expect(first.getByText(task.name).first()).toBeVisible()
      await phone.cut()
      await first.getByRole('button', { name: 'काम शुरू करें' }).click()
      await expect(first.getByText(/भेजना बाकी/).first()).toBeVisible()
      await phone.close()

      const later = await phone.open()
      await expectNothingOf(later, 'Lakshmi')
      await expect(later.getByText('भेजना बाकी: 1। फ़ोन में सेव है।')).toBeVisible()
      await phone.restore()
      await later.goto(SIGN_IN)
      await signIn(later, card.phone, PIN)
      await expect(later.getByText('यह फ़ोन: Lakshmi Gowda')).toBeVisible()
      await expect.poll(() => stateOf(task)).toBe('in_progress')
      await fillCard(later, next.path, 'shared')
      phone.network.cutAfter = '/worker/join'
      await joinButton(later).click()
      await expect.poll(() => phone.network.isCut).toBe(true)
      await later.context().setOffline(true)
      await expectNothingOf(later, 'Gowda')
    })
  })
})
