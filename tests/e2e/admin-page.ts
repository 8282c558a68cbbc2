import type { Page } from '@playwright/test'
import { expect } from '#tests/e2e/shop-page.ts'

/** Signs in the demonstration's admin and opens the dashboard. */
export async function openDashboard(page: Page): Promise<void> {
  await page.goto('/auth/signin')
  await page.getByLabel('Email', { exact: true }).fill('admin@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('Millet-2026')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
}
