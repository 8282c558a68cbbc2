import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#db/seed/demo-accounts.ts'
import { expect, linkIn, mailTo, test } from '#tests/e2e/shop-page.ts'

export const PASSWORD = 'Ragi-mudde-7'

/** Where the shop of these tests is: 'http://127.0.0.1:…'. */
export function shopOrigin(): string {
  return new URL(test.info().project.use.baseURL ?? '').origin
}

/** Signs an account in without a page, for tests that are about what comes after. */
export async function openSession(
  context: BrowserContext,
  email: string,
  password = DEMO_PASSWORD,
): Promise<void> {
  const data = { email, password }
  const headers = { origin: shopOrigin() }
  const answer = await context.request.post('/api/auth/sign-in/email', { data, headers })
  expect(answer.status()).toBe(200)
}

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

/** A new customer, signed in by the link that verified the address; all without a page. Gives the address. */
export async function newCustomer(page: Page, fullName = 'Meera Nair'): Promise<string> {
  const headers = { origin: shopOrigin() }
  const email = `meera-${randomUUID()}@example.test`
  const data = { email, password: PASSWORD, full_name: fullName }
  expect((await page.request.post('/api/users', { data, headers })).status()).toBe(201)
  const link = linkIn((await mailTo(page, email, /verify/i)).text)
  const form = { token: new URL(link).searchParams.get('token') ?? '' }
  const answer = await page.request.post(link, { form, headers })
  expect(new URL(answer.url()).pathname).toBe('/')
  return email
}
