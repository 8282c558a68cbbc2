import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, expectNoSidewaysScroll, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, openSession, shopOrigin } from '#tests/e2e/signed-in.ts'

async function putCart(page: Page, cart = '2x1') {
  await page.context().addCookies([{ name: 'cart', value: cart, url: shopOrigin() }])
}

async function look(page: Page, state: string) {
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, state)
}

const LINE = '१२, झील के पास'

async function expectTyped(page: Page, code = 'LATER') {
  await expect(page.getByLabel('Address line 1')).toHaveValue(LINE)
  await expect(page.getByLabel('State')).toHaveValue('Kerala')
  await expect(page.getByLabel('Coupon code')).toHaveValue(code)
}

/** Playwright's tabs all count as looked at, so this one is told. */
async function lookAt(tab: Page): Promise<void> {
  await tab.evaluate(() => window.dispatchEvent(new Event('focus')))
}

/** The city comes with the PIN code. */
async function fillRest(page: Page) {
  await page.getByLabel('Phone').fill('+91 98450-12345')
  await page.getByLabel('PIN code').fill('682001')
}

const deliveryCookies = async (page: Page) =>
  (await page.context().cookies()).filter(({ name }) => name === 'delivery')

test('what is typed in the checkout survives everything but the order', async ({ page, context }) => {
  const email = await newCustomer(page)
  await putCart(page)
  await page.goto('/cart')
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await page.getByLabel('Address line 1').fill(LINE)
  await page.getByLabel('State').selectOption('Kerala')
  await page.getByLabel('Coupon code').fill('later')
  await page.reload()
  await expectTyped(page)
  await page.getByRole('link', { name: 'Edit cart' }).click()
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await expectTyped(page)
  await page.getByRole('link', { name: 'Back to Cart' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your Cart' })).toBeVisible()
  await page.goBack()
  await expectTyped(page)
  const second = await context.newPage()
  await second.goto('/checkout')
  await expectTyped(second)
  // A tab without texts of its own shows the newer one as soon as it is looked at; another keeps its own.
  const line2 = (tab: Page) => tab.getByLabel('Address line 2')
  await line2(second).fill('Near the temple')
  // A cookie of one tab reaches another a moment later.
  await expect(async () => {
    await lookAt(page)
    await expect(line2(page)).toHaveValue('Near the temple', { timeout: 2000 })
  }).toPass()
  await line2(page).fill('By the lake')
  await lookAt(second)
  await second.reload()
  await expect(line2(second)).toHaveValue('Near the temple')
  await lookAt(page)
  await page.reload()
  await expect(line2(page)).toHaveValue('By the lake')
  await second.close()

  const session = (await context.cookies()).find(({ name }) => name.includes('session_token'))
  await context.clearCookies({ name: session?.name ?? '' })
  await fillRest(page)
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(page.getByText('Your cart and your address stay as they are.')).toBeVisible()
  await openSession(context, email)
  await page.goto('/checkout')
  await expectTyped(page)
  await expect(page.getByLabel('City')).toHaveValue('Kochi')
  await page.getByLabel('Coupon code').fill('')
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await page.getByLabel('Cash on Delivery').check()
  await page.reload()
  await expect(page.getByLabel('Cash on Delivery')).toBeChecked()
  await expect(page.getByText(LINE)).toBeVisible()
  await page.getByRole('button', { name: 'Back to Order Summary' }).click()
  await expect(page.getByLabel('City')).toHaveValue('Kochi')
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(page.getByLabel('Cash on Delivery')).toBeChecked()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Order Confirmed!' })).toBeVisible()
  expect(await deliveryCookies(page)).toEqual([])

  await putCart(page)
  await page.goto('/checkout')
  const main = page.getByRole('main')
  await expect(main.getByText(LINE)).toBeVisible()
  await expect(page.getByLabel('Address line 1')).toBeHidden()
  await look(page, 'address as a card')
  await page.getByLabel('Save this address').check()
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  // Step 1 has such a link too.
  await expect(page.getByLabel('Cash on Delivery')).toBeVisible()
  await page.getByRole('link', { name: 'Change delivery address' }).click()
  await expect(page.getByRole('link', { name: /Kochi, Kerala/ })).toHaveAttribute('aria-current', 'true')
  await page.getByLabel('City').fill('Ernakulam')
  await page.reload()
  await expect(page.getByLabel('City')).toHaveValue('Ernakulam')
  await page.getByRole('link', { name: 'New address' }).click()
  await expect(page.getByLabel('City')).toHaveValue('')
  await page.getByRole('link', { name: /Kochi, Kerala/ }).click()
  await expect(page.getByLabel('City')).toBeHidden()
  await expect(main.getByText('Kochi, Kerala 682001')).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('what a form of the checkout sent comes back, whatever the answer was', async ({ page }) => {
    await newCustomer(page)
    await putCart(page)
    await page.goto('/checkout')
    await page.getByLabel('Address line 1').fill(LINE)
    await page.getByLabel('State').selectOption('Kerala')
    await page.getByLabel('Coupon code').fill('LATER')
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await expect(page.getByText('Please enter the city')).toBeVisible()
    await expect(page.getByText('Invalid coupon code')).toBeVisible()
    await page.getByRole('button', { name: 'Edit cart' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Your Cart' })).toBeVisible()
    await page.goto('/checkout')
    // A refused code would come back without its reason.
    await expectTyped(page, '')
    await fillRest(page)
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await expect(page.getByText('Kochi, by the PIN code. Please check it.')).toBeVisible()
    await expect(page.getByLabel('City')).toHaveValue('Kochi')
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await page.getByLabel('Cash on Delivery').check()
    await page.getByRole('button', { name: 'Change delivery address' }).click()
    await expect(page.getByLabel('City')).toHaveValue('Kochi')
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await expect(page.getByLabel('Cash on Delivery')).toBeChecked()
    await page.getByRole('radio', { name: /^Card/ }).check()
    await page.getByRole('button', { name: 'Edit cart' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Your Cart' })).toBeVisible()
    await page.goto('/checkout?step=payment')
    await expect(page.getByRole('radio', { name: /^Card/ })).toBeChecked()
    await page.getByLabel('Cash on Delivery').check()
    await putCart(page, '2x2')
    await page.getByRole('button', { name: 'Place Order' }).click()
    await expect(page.getByText('Error:')).toBeVisible()
    await expect(page.getByLabel('Cash on Delivery')).toBeChecked()
    await page.goto('/checkout?step=payment')
    await expect(page.getByLabel('Cash on Delivery')).toBeChecked()
    await page.getByRole('button', { name: 'Place Order' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Order Confirmed!' })).toBeVisible()
  })
})
