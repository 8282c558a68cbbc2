/** Creates workers' cards by the dashboard's form, without a browser, and joins with them on phones. */
import type { Page } from '@playwright/test'
import type { Phone } from '#tests/e2e/phone-network.ts'
import { newPhoneNumber } from '#tests/e2e/programme.ts'
import { expect } from '#tests/e2e/shop-page.ts'
import { sessionCookie, shopOrigin } from '#tests/e2e/signed-in.ts'
import { type Card, fillCard, joinButton } from '#tests/e2e/worker-card.ts'
import { HOME, waitUntilStored } from '#tests/e2e/worker-phone.ts'
import { readForm } from '#tests/page-form.ts'

/** Adds a worker as an admin by the form, without a browser. Returns the new card. */
export async function newCard(name: string): Promise<Card> {
  const phone = newPhoneNumber()
  const headers = { cookie: await sessionCookie({ email: 'admin@demo.test' }), origin: shopOrigin() }
  const url = `${shopOrigin()}/admin/dashboard/workers`
  const body = readForm(await (await fetch(url, { headers })).text(), 'name="fullName"')
  body.set('fullName', name)
  body.set('phone', phone)
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' })
  expect(response.status).toBe(303)
  const sheet = await fetch(new URL(response.headers.get('location') ?? '', url), { headers })
  const [, token] = /worker%2Fjoin%3Fcard%3D([\w-]+)/.exec(await sheet.text()) ?? []
  return { name, phone, path: `/worker/join?card=${token}` }
}

/** Joins with the card on this phone and waits until the phone has stored the screens. */
export async function joinByCard(
  phone: Phone,
  { path, name }: Card,
  device: 'own' | 'shared',
): Promise<Page> {
  const page = await phone.open()
  await fillCard(page, path, device)
  await joinButton(page).click()
  await expect(page.getByText(`यह फ़ोन: ${name}`)).toBeVisible()
  await waitUntilStored(page, `${HOME}?tab=pay`)
  return page
}

/** Expects that no screen of this worker opens. The caller has cut the network. */
export async function expectNoScreenOf(page: Page, name: string): Promise<void> {
  for (const path of [`${HOME}?tab=pay`, HOME]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'नेटवर्क नहीं है' })).toBeVisible()
    await expect(page.locator('body')).not.toContainText(name)
  }
}
