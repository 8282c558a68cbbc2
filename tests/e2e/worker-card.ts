/** The card of a worker without an email address, and the page that it opens. */
import type { Page } from '@playwright/test'
import { signInAdmin } from '#tests/e2e/admin-page.ts'
import type { Phone } from '#tests/e2e/phone-network.ts'
import { newPhoneNumber } from '#tests/e2e/programme.ts'
import { expect } from '#tests/e2e/shop-page.ts'
import { sessionCookie, shopOrigin } from '#tests/e2e/signed-in.ts'
import { HOME, waitUntilStored } from '#tests/e2e/worker-phone.ts'
import { readForm } from '#tests/page-form.ts'

export const PIN = '483920'

export type Card = { name: string; phone: string; path: string }

/** Adds a worker on the dashboard as an admin. Returns the new card. */
export async function addWorker(page: Page, name: string): Promise<Card> {
  const phone = newPhoneNumber()
  await signInAdmin(page)
  await page.goto('/admin/dashboard/workers')
  const form = page.locator('form.spend-form')
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Phone', { exact: true }).fill(phone)
  await page.getByRole('button', { name: 'Add and make her card' }).click()
  const card = page.getByRole('region', { name })
  await expect(card.getByRole('img', { name: `QR code of ${name}’s card` })).toBeVisible()
  const message = new URL((await card.getByRole('link', { name: /WhatsApp/ }).getAttribute('href')) ?? '')
  expect([message.host, message.pathname]).toEqual(['wa.me', `/91${phone}`])
  const text = message.searchParams.get('text') ?? ''
  const { pathname, search } = new URL(text.split('\n').at(-1) ?? '')
  return { name, phone, path: pathname + search }
}

export const joinButton = (page: Page) => page.getByRole('button', { name: 'पिन सेव करें, काम देखें', exact: true })

export async function fillCard(page: Page, path: string, device: 'own' | 'shared'): Promise<void> {
  await page.goto(path)
  await page.getByRole('textbox', { name: 'नया पिन, 6 अंक' }).fill(PIN)
  await page.getByRole('textbox', { name: 'वही पिन फिर से' }).fill(PIN)
  await page.getByRole('radio', { name: device === 'own' ? /मेरा अपना फ़ोन/ : /साझा फ़ोन/ }).check()
}

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
