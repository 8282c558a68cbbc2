import { randomUUID } from 'node:crypto'
import { waitUntilIdle } from '#tests/e2e/alive.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { fillAddress, putCart, total } from '#tests/e2e/priced-checkout.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, requestAsAdmin } from '#tests/e2e/signed-in.ts'

test('checkout explains a refused coupon, keeps it between steps, and never charges a changed total silently', async ({
  page,
}) => {
  const code = `LAST${randomUUID().slice(0, 6).toUpperCase()}`
  const coupon = { code, name: 'Last', discount_type: 'fixed', discount_value: 100 }
  const { id } = await (await requestAsAdmin('POST', '/coupons', { ...coupon, min_order_amount: 500 })).json()
  await newCustomer(page)
  await putCart(page, '1x1-10*10')
  await page.goto('/checkout')
  const entry = page.getByLabel('Coupon code')
  await page.getByLabel('Full name').fill('Kavya M')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Please enter a coupon code')).toBeVisible()
  for (const [code, message] of [
    ['nope', 'Invalid coupon code'],
    ['harvest25', 'This coupon has expired.'],
  ] as const) {
    await entry.fill(code)
    await expect(entry).toHaveValue(code.toUpperCase())
    await entry.press('Enter')
    await expect(page.getByText(message)).toBeVisible()
  }
  await expectAccessible(page, 'coupon refused')
  await entry.fill(code.toLowerCase())
  await entry.press('Enter')
  await expect(page.getByText(`Code ${code}`, { exact: true })).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveValue('Kavya M')
  await expect(total(page)).toHaveText('₹942.82')
  await page.getByRole('button', { name: `Remove code ${code}` }).click()
  await expect(total(page)).toHaveText('₹1,060.82')
  await entry.fill(code)
  await entry.press('Enter')
  await expect(page.getByText(`Code ${code}`, { exact: true })).toBeVisible()
  await fillAddress(page)
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(page.getByText(`Discount (Coupon ${code})`)).toBeVisible()
  // Without this wait the page may show the change below before the form is sent.
  await waitUntilIdle(page)

  await requestAsAdmin('PUT', `/coupons/${id}`, { discount_value: 50 })
  await page.getByLabel('Cash on Delivery').check()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('alert')).toContainText('The total is now ₹1,001.82')
  await waitUntilIdle(page)
  await requestAsAdmin('DELETE', `/coupons/${id}`)
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('alert')).toContainText('Invalid coupon code')
  await expect(total(page)).toHaveText('₹1,060.82')
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page).toHaveURL(/\/checkout\/success\?orderId=/)
  await expect(page.getByText('₹1,060.82').first()).toBeVisible()
})
