import type { Page } from '@playwright/test'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, shopDatabase } from '#tests/e2e/signed-in.ts'

test('an order records the source of its visit unless the page was reloaded', async ({ page }) => {
  const email = await newCustomer(page)
  const order = async (isReloaded: boolean) => {
    await page.goto('/product/ragi-mix', { referer: 'https://www.google.co.in/' })
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await page.getByRole('link', { name: /^Cart/ }).click()
    await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
    await expect(page).toHaveURL(/\/checkout$/)
    if (isReloaded) await page.goto('/checkout')
    await fillAddress(page)
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await page.getByRole('radio', { name: /^Cash/ }).check()
    await page.getByRole('button', { name: 'Place Order' }).click()
    await expect(page).toHaveURL(/\/checkout\/success/)
  }
  await order(false)
  await order(true)
  const orders = shopDatabase().selectFrom('orders').innerJoin('users', 'users.id', 'orders.userId')
  const sources = await orders
    .select('source')
    .where('users.email', '=', email)
    .orderBy('orders.createdAt')
    .execute()
  expect(sources).toEqual([{ source: 'search' }, { source: null }])
})

/** Fills in the address, unless the checkout offers the address of an earlier order. */
async function fillAddress(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Continue to Payment' })).toBeVisible()
  if (!(await page.getByLabel('Full name').isVisible())) return
  await page.getByLabel('Full name').fill('Meera Nair')
  await page.getByLabel('Phone').fill('9845012345')
  await page.getByLabel('Address line 1').fill('12 Lake View')
  await page.getByLabel('City').fill('Kochi')
  await page.getByLabel('State').selectOption('Kerala')
  await page.getByLabel('PIN code').fill('682001')
}
