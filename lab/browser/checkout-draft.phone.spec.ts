import type { Page } from '@playwright/test'
import { expect, expectNoSidewaysScroll, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, shopOrigin } from '#tests/e2e/signed-in.ts'

async function addCartCookie(page: Page) {
  await page.context().addCookies([{ name: 'cart', value: '2x1', url: shopOrigin() }])
}

const LINE = '१२, झील के पास'

async function expectTypedTexts(page: Page, code = 'LATER') {
  await expect(page.getByLabel('Address line 1')).toHaveValue(LINE)
  await expect(page.getByLabel('State')).toHaveValue('Kerala')
  await expect(page.getByLabel('Coupon code')).toHaveValue(code)
}

/** Sends the focus event: for Playwright every tab has the focus already. */
async function focusTab(tab: Page): Promise<void> {
  await tab.evaluate(() => window.dispatchEvent(new Event('focus')))
}

/** The shop fills in the city for the PIN code. */
async function fillPhoneAndPin(page: Page) {
  await page.getByLabel('Phone').fill('+91 98450-12345')
  await page.getByLabel('PIN code').fill('682001')
}

const deliveryCookies = async (page: Page) =>
  (await page.context().cookies()).filter(({ name }) => name === 'delivery')

test('typed texts stay in the checkout until the order is placed, and a business needs a valid GSTIN', async ({
  page,
  context,
}) => {
  await newCustomer(page)
  await addCartCookie(page)
  await page.goto('/checkout')
  await page.getByLabel('Address line 1').fill(LINE)
  await page.getByLabel('State').selectOption('Kerala')
  await page.getByLabel('Coupon code').fill('later')
  await page.reload()
  await expectTypedTexts(page)
  await page.getByRole('link', { name: 'Edit cart' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your Cart' })).toBeVisible()
  await page.goBack()
  await expectTypedTexts(page)
  const second = await context.newPage()
  await second.goto('/checkout')
  await expectTypedTexts(second)
  // A tab without its own texts shows the newer text when it gets the focus; a tab with typed texts keeps them.
  const line2 = (tab: Page) => tab.getByLabel('Address line 2')
  await line2(second).fill('Near the temple')
  // A cookie of one tab reaches another tab with a delay.
  await expect(async () => {
    await focusTab(page)
    await expect(line2(page)).toHaveValue('Near the temple', { timeout: 2000 })
  }).toPass()
  await line2(page).fill('By the lake')
  await focusTab(second)
  await second.reload()
  await expect(line2(second)).toHaveValue('Near the temple')
  await second.close()

  await fillPhoneAndPin(page)
  await page.getByLabel('Coupon code').fill('')
  await page.getByText('Buying for a business?').click()
  await page.getByLabel('GSTIN').fill('29AAACB1234C1ZX')
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(page.getByText('This GSTIN has a typing mistake')).toBeVisible()
  await expect(page.getByText('Please enter the name of the business')).toBeVisible()
  await expect(page.getByLabel('City')).toHaveValue('Kochi')
  await expectNoSidewaysScroll(page)
  await page.getByLabel('GSTIN').fill('29aaacb1234c1zb')
  await page.getByLabel('Business name').fill('Asha Foods & Co')
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(page.getByText('Invoice to Asha Foods & Co')).toBeVisible()
  await page.getByLabel('Cash on Delivery').check()
  await page.reload()
  await expect(page.getByLabel('Cash on Delivery')).toBeChecked()
  await expect(page.getByText(LINE)).toBeVisible()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Order Confirmed!' })).toBeVisible()
  expect(await deliveryCookies(page)).toEqual([])
})
