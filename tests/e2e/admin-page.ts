import type { Page } from '@playwright/test'
import { expect } from '#tests/e2e/shop-page.ts'
import { openSession } from '#tests/e2e/signed-in.ts'

/** Signs in the demonstration's admin and opens the dashboard. */
export async function openDashboard(page: Page): Promise<void> {
  await openSession(page.context(), 'admin@demo.test')
  await page.goto('/admin/dashboard')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
}
