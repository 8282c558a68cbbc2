/** From the product page to the placed order: in cash and by card. */
import type { Page } from '@playwright/test'
import { formatAmount } from '#shop/kernel/money.ts'
import { withTax } from '#shop/kernel/tax.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, shopOrigin } from '#tests/e2e/signed-in.ts'
import { sampleProduct } from '#tests/sample-products.ts'

const BOX = sampleProduct('complete-box')
const BOX_TOTAL = formatAmount(withTax(BOX.price, { prices: 'flat', defaultRate: 1800 }))

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

test('a visitor builds a mix, signs in at the checkout, and orders cash on delivery once', async ({
  page,
}) => {
  await page.goto(`/product/${BOX.id}`)
  await expect(page.getByRole('link', { name: 'Select 10 Tastemakers' })).toBeVisible()
  await pick(page, 'Garam Masala', 4)
  await expect(page.getByText('4/10 selected')).toBeVisible()
  await expect(page.getByText('Select 6 more tastemaker(s) to add to cart')).toBeVisible()
  await pick(page, 'Peri Peri', 5)
  await pick(page, 'Apple Pie', 1)
  await expect(page.getByText('Ready to add to cart!')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Cajun/ })).toBeDisabled()
  await page.getByRole('button', { name: 'Add to Cart' }).click()

  await page.getByRole('link', { name: /^Cart/ }).click()
  await expect(page.getByRole('link', { name: /\(custom 10 flavors mix\)$/ })).toBeVisible()
  await expect(page.getByText(BOX_TOTAL).first()).toBeVisible()
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()

  await expect(page).toHaveURL(/\/auth\/signin\?returnTo=/)
  await newCustomer(page)
  await page.goto('/checkout')
  await fillAddress(page)
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(page.getByRole('heading', { name: 'Payment Method' })).toBeVisible()
  await expectAccessible(page, 'payment method')
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('alert')).toContainText('Please select a payment method')
  await page.getByLabel('Cash on Delivery').check()
  await page.getByRole('button', { name: 'Place Order' }).dblclick()

  await expect(page).toHaveURL(/\/checkout\/success\?orderId=/)
  await expect(page.getByRole('heading', { level: 1, name: 'Order Confirmed!' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('2-3 business days')
  await expect(page.getByRole('link', { name: /^Cart/ })).not.toContainText('item')
  const orderId = new URL(page.url()).searchParams.get('orderId') ?? ''
  expect(await (await page.request.get('/api/orders')).json()).toMatchObject([{ id: orderId }])
})

async function payWithOutcome(page: Page, outcome: RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByRole('heading', { name: 'Sandbox payment' })).toBeVisible()
  await page.getByRole('radio', { name: outcome }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('a customer finds a card order again after Back and a declined card, and pays it with 3-D Secure', async ({
  page,
}) => {
  await newCustomer(page)
  await page.context().addCookies([{ name: 'cart', value: '2x1', url: shopOrigin() }])
  await page.goto('/checkout')
  await fillAddress(page)
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await page.getByRole('radio', { name: /^Card/ }).check()
  await page.getByRole('button', { name: 'Place Order' }).dblclick()
  await expect(page).toHaveURL(/\/checkout\/pay\//)
  const orderId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const short = `#${orderId.slice(0, 8)}`

  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await expect(page.getByText(`Your order ${short} waits for payment until`)).toBeVisible()
  await page.getByRole('link', { name: new RegExp(`^Pay ₹.* for order ${short}`) }).click()
  await payWithOutcome(page, /^Decline/)
  await expect(page).toHaveURL(`/checkout/pay/${orderId}`)
  await expect(page.getByRole('alert')).toContainText(
    'Payment failed: The bank declined the card. You have not been charged.',
  )
  await expect(page.getByRole('link', { name: 'Pay in cash instead' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Cancel/ })).toBeVisible()
  await payWithOutcome(page, /^3-D Secure/)
  await page.getByLabel('One-time password').fill('123456')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Card, paid')
})
