import { randomUUID } from 'node:crypto'
import { signInAdmin } from '#tests/e2e/admin-page.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'

test('an admin adds, edits and deletes coupons', async ({ page }) => {
  const code = `TEST-${randomUUID().slice(0, 6).toUpperCase()}`
  await signInAdmin(page)
  await page.goto('/admin/dashboard/coupons')
  await page.getByRole('link', { name: 'Add Coupon' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Code', { exact: true }).fill(code.toLowerCase())
  await expect(dialog.getByLabel('Code', { exact: true })).toHaveValue(code)
  await dialog.getByLabel('Discount value').fill('120')
  await dialog.getByRole('button', { name: 'Add Coupon' }).click()
  await expect(dialog.getByText('Failed to add coupon')).toBeVisible()
  await expect(dialog.getByText('Please give a name')).toBeVisible()
  await dialog.getByLabel('Name', { exact: true }).fill('A test')
  await dialog.getByRole('button', { name: 'Add Coupon' }).click()
  await expect(dialog.getByText('A percentage is at most 100.')).toBeVisible()
  await dialog.getByLabel('Discount value').fill('12')
  await dialog.getByRole('button', { name: 'Add Coupon' }).click()
  await expect(page.getByText('Coupon added')).toBeVisible()
  const card = page.getByRole('article', { name: code })
  await expect(card).toContainText('12% off')

  await card.getByRole('link', { name: `Edit ${code}` }).click()
  await expect(dialog.getByText('Coupon code cannot be changed')).toBeVisible()
  await expect(dialog.getByLabel('Code', { exact: true })).toHaveAttribute('readonly', '')
  await dialog.getByLabel('Max uses').fill('5')
  await dialog.getByLabel('Active').uncheck()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Coupon updated')).toBeVisible()
  await expect(card).toContainText('0 of 5')
  await expect(card).toContainText('Inactive')

  await card.getByRole('link', { name: `Delete ${code}` }).click()
  await expect(dialog.getByRole('heading', { name: `Delete ${code}?` })).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete coupon' }).click()
  await expect(page.getByText('Coupon deleted')).toBeVisible()
  await expect(card).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card).toContainText('0 of 5')
})
