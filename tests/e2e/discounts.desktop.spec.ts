import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { newProduct, signInAdmin } from '#tests/e2e/admin-page.ts'
import { fillAddress, putCart, total } from '#tests/e2e/priced-checkout.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { requestAsAdmin, signUpCustomer } from '#tests/e2e/signed-in.ts'

test('a friend’s link is remembered, the best discount applies and is explained, and the friend is rewarded', async ({
  page,
  browser,
}) => {
  const friend = await newPerson(browser)
  await friend.goto('/profile')
  const panel = friend.getByRole('region', { name: 'Referral Program' })
  const link = await panel.getByLabel('Referral link').inputValue()
  const code = await panel.getByLabel('Referral code').inputValue()
  expect(link).toMatch(new RegExp(`/\\?ref=${code}$`))
  await friend.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await panel.getByRole('button', { name: 'Copy Link' }).click()
  await expect(panel.getByText('Referral link copied to clipboard!')).toBeVisible()
  expect(await friend.evaluate(() => navigator.clipboard.readText())).toBe(link)

  const strip = page.getByRole('complementary', { name: 'Your friend’s offer' })
  await page.goto(`/products${new URL(link).search}`)
  await expect(strip).toContainText('20% off your first order')
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'ref')
  expect(cookie).toMatchObject({ value: code, httpOnly: true, sameSite: 'Lax' })

  const { name, number } = await newProduct({ price: 250, mrp: 400 })
  await putCart(page, `${number}x1`)
  await page.goto('/cart')
  await expect(page.getByText(`20% off your first order with a friend’s code, ${code}.`)).toBeVisible()
  await page
    .getByRole('button', { name: /Add one|more|Increase/i })
    .first()
    .click()
  await expect(page.getByText(`Buy 1 Get 1 Free: one ${name} (₹250) is free`)).toContainText(
    `Friend’s code ${code} (₹100) would not save more`,
  )
  // ₹250 and 18% tax.
  await expect(total(page)).toHaveText('₹295.00')

  await signUpCustomer(page)
  await putCart(page, `${number}x1`)
  await page.goto('/checkout')
  await fillAddress(page)
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await page.getByLabel('Cash on Delivery').check()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page).toHaveURL(/\/checkout\/success\?orderId=/)
  await expect(page.getByText(`Discount (Friend’s code ${code})`)).toBeVisible()
  const orderId = new URL(page.url()).searchParams.get('orderId')
  await page.getByRole('banner').getByRole('link', { name: 'Products', exact: true }).first().click()
  await expect(page).toHaveURL('/products')
  await expect(strip).toBeHidden()

  expect((await requestAsAdmin('PUT', `/orders/${orderId}`, { status: 'delivered' })).status).toBe(200)
  await friend.reload()
  await expect(panel.getByText('Total Referrals').locator('..')).toContainText('1')
  await expect(panel.getByText('Successful').locator('..')).toContainText('1')
  await expect(panel.getByText(/^THANKS-/)).toBeVisible()
})

async function newPerson(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await signUpCustomer(page)
  return page
}

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
