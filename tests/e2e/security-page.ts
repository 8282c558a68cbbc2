/** Helpers for the security page of an account, at the host name that passkeys are bound to. */
import type { Page } from '@playwright/test'
import { expect } from '#tests/e2e/shop-page.ts'
import { openSession, PASSWORD, shopOrigin } from '#tests/e2e/signed-in.ts'

/** Passkeys are bound to a host name, so these tests open the shop at `localhost`. */
export const namedOrigin = () => shopOrigin().replace('127.0.0.1', 'localhost')

export async function signInByName(page: Page, email: string): Promise<void> {
  await page.goto(`${namedOrigin()}/auth/signin`)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).not.toHaveURL(/signin/)
}

/** Signs the account in at `localhost` without the sign-in page, and opens its security page. */
export async function openSecurity(page: Page, email: string): Promise<void> {
  const context = page.context()
  await openSession(context, email)
  const cookies = await context.cookies()
  await context.clearCookies()
  await context.addCookies(
    cookies.map(({ domain: _, path: __, ...cookie }) => ({ ...cookie, url: namedOrigin() })),
  )
  await page.goto(`${namedOrigin()}/profile/security`)
}

export async function readSecret(page: Page): Promise<string> {
  const text = await page.locator('p', { hasText: 'type this secret' }).locator('code').textContent()
  return text?.replace(/\s/g, '') ?? ''
}
