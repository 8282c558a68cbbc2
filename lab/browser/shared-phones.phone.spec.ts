/** Own and shared phones of workers after the browser closes or the network is cut. */

import type { Page } from '@playwright/test'
import { withPhone } from '#tests/e2e/phone-network.ts'
import { newTask, stateOf } from '#tests/e2e/programme.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { fillCard, joinButton, joinByCard, newCard, PIN } from '#tests/e2e/worker-card.ts'
import { HOME } from '#tests/e2e/worker-phone.ts'

test.use({ cutsNetwork: true })

/** Expects that no screen of the worker with this last name opens. The caller has cut the network. */
async function expectNoScreenOf(page: Page, lastName: string): Promise<void> {
  for (const path of [`${HOME}?tab=pay`, HOME]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'नेटवर्क नहीं है' })).toBeVisible()
    await expect(page.locator('body')).not.toContainText(lastName)
  }
}

test('a worker’s own phone opens the screens after its browser was closed', async () => {
  const card = await newCard('Lakshmi Shetty')
  await withPhone(async (phone) => {
    await joinByCard(phone, card, 'own')
    await phone.cut()
    await phone.close()
    const later = await phone.open()
    await later.goto(`${HOME}?tab=pay`)
    await expect(later.getByText('यह फ़ोन: Lakshmi Shetty')).toBeVisible()
  })
})

test('a shared phone without cookieStore opens no screen after its pages were closed', async () => {
  const card = await newCard('Lakshmi Patil')
  await withPhone(async (phone) => {
    const page = await joinByCard(phone, card, 'shared')
    const workers = page.context().serviceWorkers()
    expect(workers.length).toBeGreaterThan(0)
    for (const worker of workers)
      await worker.evaluate(() => Object.defineProperty(self, 'cookieStore', { value: undefined }))
    await phone.cut()
    await page.goto(`${HOME}?tab=pay`)
    await expect(page.getByText('यह फ़ोन: Lakshmi Patil')).toBeVisible()
    const blank = await page.context().newPage()
    await page.close()
    await expectNoScreenOf(blank, 'Patil')
  })
})

test('the next worker sees no screen of the previous worker if the network is cut after a form without scripts', async () => {
  const [card, next] = [await newCard('Lakshmi Hegde'), await newCard('Lakshmi Bhat')]
  await withPhone(async (phone) => {
    const page = await joinByCard(phone, card, 'shared')
    await fillCard(page, next.path, 'shared')
    phone.network.cutAfter = '/worker/join'
    await joinButton(page).evaluate((button) => (button as HTMLButtonElement).form?.submit())
    await expect.poll(() => phone.network.isCut).toBe(true)
    await page.context().setOffline(true)
    await expectNoScreenOf(page, 'Hegde')
  })
})

test('a shared phone opens no screen after its browser was closed, and sends its queue after the owner’s sign-in', async () => {
  const [card, next] = [await newCard('Lakshmi Gowda'), await newCard('Lakshmi Bhat')]
  await withPhone(async (phone) => {
    const first = await joinByCard(phone, card, 'shared')
    const { id } = await (await first.request.get(`${HOME}/session.json`)).json()
    const task = await newTask({ id, email: '', fullName: card.name, phone: card.phone })
    await first.goto(HOME)
    await expect(first.getByText(task.name).first()).toBeVisible()
    await phone.cut()
    await first.getByRole('button', { name: 'काम शुरू करें' }).click()
    await expect(first.getByText(/भेजना बाकी/).first()).toBeVisible()
    await phone.close()

    const later = await phone.open()
    await expectNoScreenOf(later, 'Gowda')
    await expect(later.getByText('भेजना बाकी: 1। फ़ोन में सेव है।')).toBeVisible()
    await phone.restore()
    await later.goto('/worker/signin')
    await later.getByRole('textbox', { name: 'मोबाइल नंबर' }).fill(card.phone)
    await later.getByRole('textbox', { name: 'पिन, 6 अंक' }).fill(PIN)
    await later.getByRole('radio', { name: /साझा फ़ोन/ }).check()
    await later.getByRole('main').getByRole('button', { name: 'लॉग इन करें', exact: true }).click()
    await expect(later.getByText('यह फ़ोन: Lakshmi Gowda')).toBeVisible()
    await expect.poll(() => stateOf(task)).toBe('in_progress')
    await fillCard(later, next.path, 'shared')
    phone.network.cutAfter = '/worker/join'
    await joinButton(later).click()
    await expect.poll(() => phone.network.isCut).toBe(true)
    await later.context().setOffline(true)
    await expectNoScreenOf(later, 'Gowda')
  })
})
