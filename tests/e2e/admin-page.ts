import type { Page } from '@playwright/test'
import { expect } from '#tests/e2e/shop-page.ts'
import { openSession } from '#tests/e2e/signed-in.ts'

/** Signs in the demonstration's admin, for a test that opens a page of the dashboard itself. */
export function signInAdmin(page: Page): Promise<void> {
  return openSession(page.context(), 'admin@demo.test')
}

/** Signs in the demonstration's admin and opens the dashboard. */
export async function openDashboard(page: Page): Promise<void> {
  await signInAdmin(page)
  await page.goto('/admin/dashboard')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
}
