import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, linkIn, mailTo } from '#tests/e2e/shop-page.ts'

export const PASSWORD = 'Ragi-mudde-7'

/** Signs an account in by the form. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/auth/signin')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/')
}

/** A new customer, signed in by the link that verified the address. Gives the address. */
export async function newCustomer(page: Page, fullName = 'Meera Nair'): Promise<string> {
  const email = `meera-${randomUUID()}@example.test`
  const body = { email, password: PASSWORD, full_name: fullName }
  expect((await page.request.post('/api/users', { data: body })).status()).toBe(201)
  const mail = await mailTo(page, email, /verify/i)
  await page.goto(linkIn(mail.text))
  await expect(page).toHaveURL('/')
  return email
}
