import { newProduct } from '#tests/e2e/admin-page.ts'
import { fillAddress, putCart, total } from '#tests/e2e/priced-checkout.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, openSession, requestAsAdmin } from '#tests/e2e/signed-in.ts'

test('a friend’s link is remembered, the best discount applies and is explained, and the friend is rewarded', async ({
  page,
}) => {
  const friend = await newCustomer(page)
  const profile = await (await page.request.get('/profile')).text()
  const code = /\?ref=(\w+)/.exec(profile)?.[1] ?? ''
  await page.context().clearCookies()
  await page.goto(`/products?ref=${code}`)
  const strip = page.getByRole('complementary', { name: 'Your friend’s offer' })
  await expect(strip).toContainText('20% off your first order')

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

  await newCustomer(page)
  await putCart(page, `${number}x1`)
  await page.goto('/checkout')
  await fillAddress(page)
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await page.getByLabel('Cash on Delivery').check()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page).toHaveURL(/\/checkout\/success\?orderId=/)
  await expect(page.getByText(`Discount (Friend’s code ${code})`)).toBeVisible()
  const orderId = new URL(page.url()).searchParams.get('orderId')
  expect((await requestAsAdmin('PUT', `/orders/${orderId}`, { status: 'delivered' })).status).toBe(200)
  await openSession(page.context(), friend)
  await page.goto('/profile')
  const panel = page.getByRole('region', { name: 'Referral Program' })
  await expect(panel.getByLabel('Referral link')).toHaveValue(new RegExp(`/\\?ref=${code}$`))
  await expect(panel.getByText('Total Referrals').locator('..')).toContainText('1')
  await expect(panel.getByText('Successful').locator('..')).toContainText('1')
  await expect(panel.getByText(/^THANKS-/)).toBeVisible()
})
