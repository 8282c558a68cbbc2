import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, expectNoSidewaysScroll, mailTo, test } from '#tests/e2e/shop-page.ts'
import { verifyBy } from '#tests/e2e/signed-in.ts'

const PASSWORD = 'Ragi-mudde-7'

/** Expects no sideways scrolling and no violation of axe. */
async function look(page: Page, title: string, state: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, state)
}

async function pick(page: Page, name: string, times: number): Promise<void> {
  const tile = page.getByRole('button', { name: new RegExp(`^${name}`) })
  for (let time = 0; time < times; time += 1) await tile.click()
}

async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('Full name').fill('Meera Nair')
  await page.getByLabel('Phone').fill('+91 98450 12345')
  await page.getByLabel('Address line 1').fill('12 Lake View')
  await page.getByLabel('City').fill('Kochi')
  await page.getByLabel('State').selectOption('Kerala')
  await page.getByLabel('PIN code').fill('682001')
}

test('a visitor builds a mix, signs up, verifies, orders cash on delivery and tracks the order', async ({
  page,
}) => {
  const email = `meera-${randomUUID()}@example.test`

  await page.goto('/products')
  await expect(page.getByRole('heading', { level: 1, name: 'Our Products' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: /^Sweet Options/ }).click()
  await expect(page).toHaveURL(/category=sweet/)
  await expect(page.getByRole('heading', { name: 'Elaichi Gud' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Ragi Meal Mix' })).toBeHidden()

  await page.goto('/product/00000000-0000-4000-8000-000000000001')
  await look(page, 'The Complete Box', 'empty box')
  await expect(page.getByRole('link', { name: 'Select 10 Tastemakers' })).toBeVisible()
  await pick(page, 'Garam Masala', 4)
  await expect(page.getByText('4/10 selected')).toBeVisible()
  await expect(page.getByText('Select 6 more tastemaker(s) to add to cart')).toBeVisible()
  await pick(page, 'Peri Peri', 5)
  await pick(page, 'Apple Pie', 1)
  await expect(page.getByText('Ready to add to cart!')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Cajun/ })).toBeDisabled()
  await page.getByRole('button', { name: /^Cajun/ }).click({ force: true })
  await expect(page.getByText('10/10 selected')).toBeVisible()
  await expectAccessible(page, 'full box')
  await page.getByRole('button', { name: 'Add to Cart' }).click()

  await page.getByRole('link', { name: /^Cart/ }).click()
  await look(page, 'Your Cart', 'one box')
  await expect(page.getByRole('link', { name: /\(custom 10 flavors mix\)$/ })).toBeVisible()
  await expect(page.getByText('₹1,060.82').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('₹1,060.82').first()).toBeVisible()
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()

  await expect(page).toHaveURL(/\/auth\/signin\?returnTo=/)
  await page
    .getByRole('main')
    .getByRole('link', { name: /sign up|create|register/i })
    .click()
  await expect(page).toHaveURL(/\/auth\/signup/)
  await page.getByLabel('Full name').fill('Meera Nair')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill('Something-else-1')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('alert')).toContainText("Passwords don't match")
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('main')).toContainText(/check your email/i)
  await expectAccessible(page, 'check your email')

  const mail = await mailTo(page, email, /verify/i)
  await verifyBy(page, mail)
  await expect(page).toHaveURL(/\/checkout$/)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'one box')
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(
    page.getByText('PIN codes have 6 digits').or(page.getByText('Please enter a PIN code')),
  ).toBeVisible()
  await fillAddress(page)
  await page.getByRole('button', { name: 'Continue to Payment' }).click()

  await expect(page.getByRole('heading', { name: 'Payment Method' })).toBeVisible()
  await expectAccessible(page, 'payment method')
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('alert')).toContainText('Please select a payment method')
  await page.getByLabel('Cash on Delivery').check()
  await page.getByRole('button', { name: 'Place Order' }).dblclick()

  await expect(page).toHaveURL(/\/checkout\/success\?orderId=/)
  await look(page, 'Order Confirmed!', 'cash on delivery')
  await expect(page.getByRole('main')).toContainText('2-3 business days')
  await expect(page.getByRole('link', { name: /^Cart/ })).not.toContainText('item')
  const orderId = new URL(page.url()).searchParams.get('orderId') ?? ''
  const confirmation = await mailTo(page, email, new RegExp(orderId.slice(0, 8)))
  expect(confirmation.text).toContain('₹1,060.82')

  await page.goto('/orders')
  await look(page, 'My Orders', 'one order')
  await expect(page.getByRole('main').getByText(`#${orderId.slice(0, 8)}`)).toHaveCount(1)
  await page
    .getByRole('link', { name: new RegExp(`#${orderId.slice(0, 8)}`) })
    .first()
    .click()
  await expect(page).toHaveURL(`/orders/${orderId}`)
  for (const step of ['Order Placed', 'Processing', 'Shipped', 'Delivered']) {
    await expect(page.getByRole('main').getByText(step, { exact: true }).first()).toBeVisible()
  }
  await expect(page.getByRole('main')).toContainText('682001')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'pending')
})
