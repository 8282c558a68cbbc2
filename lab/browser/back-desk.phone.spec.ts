/** Back on a phone closes a dialog of the dashboard and shows its list. */
import type { Page } from '@playwright/test'
import { openDashboard } from '#tests/e2e/admin-page.ts'
import { clickTogether, expect, test } from '#tests/e2e/shop-page.ts'

test.use({ cutsNetwork: true })

/** Goes back within a document; `page.goBack()` waits for another document. */
const goBackInDocument = (page: Page) => page.evaluate(() => history.back())
/** Waits until the history has this many entries for overlays: the browser steps through its history with a delay. */
const expectEntries = (page: Page, count: number) =>
  expect.poll(() => page.evaluate(() => history.state.overlays ?? 0)).toBe(count)

test('Back closes an admin’s dialog onto its list, and saving removes the dialog’s history entry', async ({
  page,
  context,
}) => {
  await openDashboard(page)
  await page.goto('/admin/dashboard/coupons')
  const overview = page.getByRole('heading', { level: 1, name: 'Overview' })
  const dialog = page.getByRole('dialog', { name: 'Add Coupon' })
  const add = page.getByRole('link', { name: 'Add Coupon' })
  await add.click()
  await expect(dialog).toBeVisible()
  await context.setOffline(true)
  await goBackInDocument(page)
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Coupons' })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'You’re offline.' })).toBeVisible()
  await context.setOffline(false)
  // Clicking Cancel and a link of the list together opens the link’s dialog. Closing that dialog shows the list.
  const edit = page.getByRole('dialog', { name: 'Edit Coupon' })
  await add.click()
  await expect(dialog).toBeVisible()
  const cancel = dialog.getByRole('link', { name: 'Cancel' })
  await clickTogether(cancel, page.getByRole('link', { name: /^Edit / }).first())
  await expect(edit).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(edit).toBeHidden()
  await expect(page).toHaveURL('/admin/dashboard/coupons')

  await add.click()
  await dialog.getByRole('button', { name: 'Add Coupon' }).click()
  await expect(dialog.locator('[aria-invalid=true]').first()).toBeVisible()
  await dialog.getByLabel('Code', { exact: true }).fill(`B${Date.now()}`)
  await dialog.getByLabel('Name', { exact: true }).fill('Back')
  await dialog.getByLabel('Discount value').fill('12')
  await dialog.getByRole('button', { name: 'Add Coupon' }).click()
  await expect(page.getByText('Coupon added')).toBeVisible()
  // A dialog that was opened over “Coupon added” closes onto the list without that message.
  await add.click()
  await expect(dialog).toBeVisible()
  await goBackInDocument(page)
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Coupon added')).toBeHidden()
  await goBackInDocument(page)
  await expect(page.getByText('Coupon added')).toBeVisible()
  await goBackInDocument(page)
  await expect(page.getByText('Coupon added')).toBeHidden()
  await page.goBack()
  await expect(overview).toBeVisible()

  await page.goto('/admin/dashboard/coupons/new')
  await expect(dialog).toBeVisible()
  await expectEntries(page, 1)
  await goBackInDocument(page)
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/admin/dashboard/coupons')
  await page.goBack()
  await expect(overview).toBeVisible()
})
