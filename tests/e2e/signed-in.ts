import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, linkIn, mailTo } from '#tests/e2e/shop-page.ts'

export const PASSWORD = 'Ragi-mudde-7'

/** Signs an account in by the form, which leads on to the home page, or the dashboard for admins. */
export async function signIn(page: Page, email: string, password = PASSWORD, onTo = '/'): Promise<void> {
  await page.goto('/auth/signin')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(onTo)
}

/** Follows the link of a mail that verifies an address, and uses it; it leads on to where the visitor wanted to go. */
export async function verifyBy(page: Page, { text }: { text: string }): Promise<void> {
  await page.goto(linkIn(text))
  await page.getByRole('button', { name: 'Verify My Email' }).click()
  await expect(page).not.toHaveURL(/\/auth\//)
}

/** A new customer, signed in by the link that verified the address. Gives the address. */
export async function newCustomer(page: Page, fullName = 'Meera Nair'): Promise<string> {
  await page.goto('/about')
  const { origin } = new URL(page.url())
  const email = `meera-${randomUUID()}@example.test`
  const body = { email, password: PASSWORD, full_name: fullName }
  expect((await page.request.post('/api/users', { data: body, headers: { origin } })).status()).toBe(201)
  const mail = await mailTo(page, email, /verify/i)
  await verifyBy(page, mail)
  await expect(page).toHaveURL('/')
  return email
}
