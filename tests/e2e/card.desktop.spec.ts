import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, expectNoSidewaysScroll, mailTo, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, shopDatabase } from '#tests/e2e/signed-in.ts'

async function look(page: Page, state: string): Promise<void> {
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, state)
}

async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('Full name').fill('Meera Nair')
  await page.getByLabel('Phone').fill('9845012345')
  await page.getByLabel('Address line 1').fill('12 Lake View')
  await page.getByLabel('City').fill('Kochi')
  await page.getByLabel('State').selectOption('Kerala')
  await page.getByLabel('PIN code').fill('682001')
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
}

/** Orders one ragi mix and opens the payment page. */
async function orderByCard(page: Page): Promise<string> {
  await page.goto('/product/ragi-mix')
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect(page.getByRole('main')).toContainText(/added|Your Cart/i)
  await page.goto('/checkout')
  await fillAddress(page)
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('alert')).toContainText('Please select a payment method')
  await page.getByRole('radio', { name: /^Card/ }).check()
  await page.getByRole('button', { name: 'Place Order' }).dblclick()
  await expect(page).toHaveURL(/\/checkout\/pay\//)
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

async function bankDoes(page: Page, outcome: RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByRole('heading', { name: 'Sandbox payment' })).toBeVisible()
  await page.getByRole('radio', { name: outcome }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('a declined card is tried again from the order, passes 3-D Secure, and the order is confirmed by email', async ({
  page,
}) => {
  const email = await newCustomer(page)
  const orderId = await orderByCard(page)
  await look(page, '')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByText('No money moves.')).toBeVisible()
  await look(page, '')
  await page.goBack()
  await bankDoes(page, /^Decline/)
  await expect(page).toHaveURL(`/checkout/pay/${orderId}`)
  await expect(page.getByRole('alert')).toContainText(
    'Payment failed: The bank declined the card. You have not been charged.',
  )
  await look(page, 'declined')

  await page.goto(`/orders/${orderId}`)
  await expect(page.getByRole('main')).toContainText('You have not been charged.')
  await look(page, 'declined')
  await page.goto('/orders')
  const short = `#${orderId.slice(0, 8)}`
  await page.getByRole('link', { name: new RegExp(`^Pay ₹.* for order ${short}`) }).click()
  await bankDoes(page, /^3-D Secure/)
  await look(page, '3-D Secure')
  await page.getByLabel('One-time password').fill('123456')
  await page.getByRole('button', { name: 'Confirm' }).click()

  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Card, paid')
  await mailTo(page, email, new RegExp(short))
  await page.goto(`/checkout/pay/${orderId}`)
  await expect(page).toHaveURL(/\/checkout\/success/)
  await page.goto(`/orders/${orderId}`)
  await expect(page.getByRole('main')).toContainText('Payment received')
})

test('a payment that only a late webhook confirms leads on by itself', async ({ page }) => {
  await newCustomer(page)
  const orderId = await orderByCard(page)
  await bankDoes(page, /^Approve late/)
  await expect(page.getByText('We are confirming your payment with your bank.')).toBeVisible()
  await look(page, 'confirming')
  // Ends the bank's delay.
  await sql`update pgboss.job set start_after = now() where name = 'sandbox-bank'`.execute(shopDatabase())
  await expect(page).toHaveURL(`/checkout/success?orderId=${orderId}`, { timeout: 60_000 })
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a card order is paid by forms alone', async ({ page }) => {
    await newCustomer(page)
    const orderId = await orderByCard(page)
    await bankDoes(page, /^Approve The/)
    await expect(page).toHaveURL(`/checkout/success?orderId=${orderId}`)
    await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
  })

  test('a customer goes from product to order placed by forms alone', async ({ page }) => {
    await page.goto('/product/complete-box')
    await page.getByLabel('Tandoori').fill('6')
    await page.getByLabel('Sambar').fill('3')
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(page.getByText('Select 1 more tastemaker(s) to add to cart').first()).toBeVisible()
    await expect(page.getByLabel('Tandoori')).toHaveValue('6')
    await page.getByLabel('Sambar').fill('4')
    await page.getByRole('button', { name: 'Add to Cart' }).click()

    await expect(page).toHaveURL('/cart')
    await expect(page.getByRole('link', { name: /\(custom 10 flavors mix\)$/ })).toBeVisible()
    await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
    await page.getByLabel('Email', { exact: true }).fill('customer@demo.test')
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill('Millet-2026')
    await page.getByRole('button', { name: 'Sign In' }).click()

    await expect(page).toHaveURL('/checkout')
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await page.getByLabel('Cash on Delivery').check()
    await page.getByRole('button', { name: 'Place Order' }).click()
    await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
  })
})
