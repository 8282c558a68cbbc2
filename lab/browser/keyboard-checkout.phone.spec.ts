import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { newCustomer } from '#tests/e2e/signed-in.ts'

/** Presses Tab until this element has the focus. */
async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const page = target.page()
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 150; presses += 1) {
    await page.keyboard.press(key)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`Tab did not reach ${target}: check its tabindex and whether it is enabled`)
}

/** Types into the fields one after the other, in page order. */
async function typeInto(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    await tabTo(page.getByLabel(label, { exact: true }))
    await page.keyboard.type(text)
  }
}

test('a customer fills a box and orders it with the keyboard alone', async ({ page }) => {
  await newCustomer(page)
  await page.goto('/')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await tabTo(page.getByRole('link', { name: 'Shop Now' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/products')
  // The focused link is gone with the old page, so the focus moves to the new page's content.
  await expect(page.locator('#main')).toBeFocused()
  const box = page.getByRole('region', { name: 'Millet Meal Mixes' })
  await tabTo(box.getByRole('link', { name: 'Add to Basket' }))
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: 'The Complete Box' })).toBeVisible()
  await tabTo(page.getByRole('button', { name: /^Garam Masala/ }))
  for (const key of ['Enter', 'Space', 'Space', 'Space', 'Space', 'Space']) await page.keyboard.press(key)
  await tabTo(page.getByRole('button', { name: /^Apple Pie/ }))
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('Space')
  await expect(page.getByText('Ready to add to cart!')).toBeVisible()
  await tabTo(page.getByRole('button', { name: 'Add to Cart' }))
  await page.keyboard.press('Enter')
  const cart = page.getByRole('banner').getByRole('link', { name: /^Cart/ })
  await expect(cart).toHaveAccessibleName('Cart 1 item')
  await tabTo(cart, 'Shift+Tab')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: 'Your Cart' })).toBeVisible()
  await tabTo(page.getByRole('link', { name: 'Proceed to Checkout' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/checkout$/)
  await typeInto(page, {
    'Full name': 'Meera Nair',
    Phone: '+91 98450 12345',
    'Address line 1': '12 Lake View',
    'PIN code': '682001',
    City: 'Kochi',
    State: 'Kerala',
  })
  await tabTo(page.getByRole('button', { name: 'Continue to Payment' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Payment Method' })).toBeVisible()
  // A radio group is one stop; arrow keys choose.
  await tabTo(page.getByRole('radio').first())
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^Cash on Delivery/ })).toBeChecked()
  await tabTo(page.getByRole('button', { name: 'Place Order' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
})
