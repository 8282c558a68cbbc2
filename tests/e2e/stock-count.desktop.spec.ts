import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { signInAdmin } from '#tests/e2e/admin-page.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'

test('a count is shown as differences before levels change, and what was typed is kept', async ({ page }) => {
  await signInAdmin(page)
  await page.goto('/admin/dashboard/products')
  await page.getByRole('link', { name: 'Count the stock' }).click()
  const field = page.getByLabel('Counted units of Turmeric Tastemaker')
  await field.fill('many')
  await page.getByRole('button', { name: 'Check the differences' }).click()
  await expect(page.getByText('“many” is no number of units')).toBeVisible()
  await expect(field).toHaveValue('many')
  await field.fill('77')
  await page.getByLabel('Reason').fill('Month end')
  await page.getByRole('button', { name: 'Check the differences' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change 1 stock level?' })
  await expect(dialog.getByText(/^Turmeric Tastemaker: \d+ to 77/)).toBeVisible()
  await expectAccessible(page, 'differences shown')
  await dialog.getByRole('button', { name: 'Change the levels' }).click()
  await expect(page.getByText('Stock levels changed as counted')).toBeVisible()
})

test('a copied product begins off sale, without slug and stock of its own', async ({ page }) => {
  await signInAdmin(page)
  await page.goto(`/admin/dashboard/products/new?copy=${seedId(2)}`)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Copy of Ragi Meal Mix')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Price and stock' })).toBeFocused()
  await expect(page.getByLabel('Active: on sale in the shop')).not.toBeChecked()
  await expect(page.getByLabel('Stock', { exact: true })).toHaveValue('0')
  await page.getByRole('button', { name: /^Add product$/i }).click()
  await expect(page.getByText('Product added')).toBeVisible()
})
