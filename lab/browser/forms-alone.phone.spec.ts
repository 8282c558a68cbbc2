/** Forms of customers in a browser without JavaScript. */
import { sql } from 'kysely'
import { orderByApi } from '#tests/e2e/order-ragi.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, shopDatabase } from '#tests/e2e/signed-in.ts'

test.use({ javaScriptEnabled: false })

const short = (orderId: string) => `#${orderId.slice(0, 8)}`

test('profile, addresses and email choices work without JavaScript', async ({ page }) => {
  await newCustomer(page)
  await page.goto('/profile')
  await page.getByLabel('Full name').fill('Meera Pillai')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  await page.getByRole('link', { name: 'Add address' }).click()
  await expect(page.getByLabel('Full name')).toHaveValue('Meera Pillai')
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByText('Please enter the address')).toBeVisible()
  await page.getByLabel('Phone').fill('9845012345')
  await page.getByLabel('Address line 1').fill('12 Lake View')
  await page.getByLabel('City').fill('Kochi')
  await page.getByLabel('State').selectOption('Kerala')
  await page.getByLabel('PIN code').fill('682001')
  await page.getByRole('button', { name: 'Save address' }).click()
  await page.getByText('Remove 12 Lake View', { exact: true }).click()
  await page.getByRole('button', { name: 'Yes, remove it 12 Lake View' }).click()
  await expect(page.locator('#addresses')).toContainText('No saved addresses yet.')
  await page.getByLabel('Newsletter').check()
  await page.getByRole('button', { name: 'Save choices' }).click()
  await expect(page.getByText('Choices saved')).toBeVisible()
  await expect(page.getByLabel('Newsletter')).toBeChecked()
})

test('without JavaScript a customer pays an open card order in cash, cancels it, or refills the cart', async ({
  page,
}) => {
  await newCustomer(page)
  const [cash, cancelled, lapsed] = [
    await orderByApi(page, 'card'),
    await orderByApi(page, 'card'),
    await orderByApi(page, 'card'),
  ]
  await page.goto('/cart')
  await page.getByRole('link', { name: `Pay in cash instead for order ${short(cash)}` }).click()
  await page.getByRole('button', { name: 'Pay in cash' }).click()
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Cash on Delivery')
  await page.goto('/orders')
  await page.getByRole('link', { name: `Cancel order ${short(cancelled)}` }).click()
  await page.getByRole('button', { name: 'Cancel Order' }).click()
  await expect(page.getByText('This order has been cancelled.')).toBeVisible()

  await sql`update payment_intents set hold_until = now() where order_id = ${lapsed}`.execute(shopDatabase())
  await page.goto('/cart')
  await expect(page.getByText(`Your order ${short(lapsed)} waits for payment until`)).toHaveCount(0)
  await page.getByRole('button', { name: 'Put these items back in your cart' }).click()
  await expect(page.getByRole('main').getByRole('spinbutton')).toHaveValue('1')
})
