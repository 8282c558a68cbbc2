import type { Browser, Page } from '@playwright/test'
import { newProduct } from '#tests/e2e/admin-page.ts'
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
