/** The card of a worker without an email address, and the page that it opens. */
import type { Page } from '@playwright/test'
import { signInAdmin } from '#tests/e2e/admin-page.ts'
import { newPhoneNumber } from '#tests/e2e/programme.ts'
import { expect } from '#tests/e2e/shop-page.ts'

export const PIN = '483920'

export type Card = { name: string; phone: string; path: string }

/** Adds a worker on the dashboard as an admin; returns the new card. */
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
