/** Puts a cart into the checkout and finds the total. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { shopOrigin } from '#tests/e2e/signed-in.ts'

export async function putCart(page: Page, cart: string) {
  await page.context().addCookies([{ name: 'cart', value: cart, url: shopOrigin() }])
}

export async function fillAddress(page: Page) {
  await page.getByLabel('Full name').fill('Kavya Menon')
  await page.getByLabel('Phone').fill(`9${randomUUID().replace(/\D/g, '').padEnd(9, '7').slice(0, 9)}`)
  await page.getByLabel('Address line 1').fill(`House ${randomUUID()}`)
  await page.getByLabel('City').fill('Thrissur')
  await page.getByLabel('State').selectOption('Kerala')
  await page.getByLabel('PIN code').fill('680001')
}

export const total = (page: Page) =>
  page
    .getByText(/^Total/)
    .locator('..')
    .locator('dd')
