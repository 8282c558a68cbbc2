import { signInAdmin } from '#tests/e2e/admin-page.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { orderRagi } from '#tests/e2e/order-ragi.ts'
import { expect, expectNoSidewaysScroll, test } from '#tests/e2e/shop-page.ts'
import { asAdmin, newCustomer } from '#tests/e2e/signed-in.ts'

test('a parcel is checked by scanner and thumb, and a wrong item is said', async ({ page }) => {
  await newCustomer(page)
  const id = await orderRagi(page)
  await page.context().clearCookies()
  await signInAdmin(page)
  expect((await asAdmin('PUT', `/orders/${id}`, { status: 'processing' })).status).toBe(200)
  await page.goto(`/admin/dashboard/packing?stage=pack&order=${id}`)
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: 'Check contents' }).click()
  await expect(page.getByText('1 still to go in.')).toBeVisible()
  await expectAccessible(page, 'nothing checked')
  const code = page.getByLabel('Scan or type a code')
  await code.fill('8901234567890')
  await code.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Not in this order: 8901234567890')
  await code.fill('ragi-mix')
  await code.press('Enter')
  await expect(page.getByText('Everything is in.')).toBeVisible()
  await page.getByRole('checkbox').uncheck()
  await page.getByRole('button', { name: 'Pack anyway' }).click()
  await expect(page.getByText(/^Not checked yet: 1 × Ragi Meal Mix/).first()).toBeVisible()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Packed, next order' }).click()
  await expect(page.getByText('1 order packed.')).toBeVisible()
})
