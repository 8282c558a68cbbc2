/** Pages of customers, admins and workers by keyboard alone, and a purchase without pointer. Public pages: every-page. */
import type { Locator, Page } from '@playwright/test'
import { signInAdmin } from '#tests/e2e/admin-page.ts'
import { orderRagi } from '#tests/e2e/order-ragi.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, openSession, PASSWORD } from '#tests/e2e/signed-in.ts'
import { walkByTab, walkContent, walkThereAndBack } from '#tests/e2e/tab-walk.ts'
import { HOME, openNewTask, start } from '#tests/e2e/worker-phone.ts'

async function walkMain(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await walkContent(page)
}

test('Tab goes through header and footer of both sides, one wide and one narrow', async ({ page }) => {
  await page.goto('/')
  await walkThereAndBack(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/hydration')
  await walkThereAndBack(page)
  // Here the purchase bar covers the end of the page.
  await walkMain(page, '/product/complete-box')
})

test('Tab goes through what a customer has: cart, checkout, orders, account', async ({ page }) => {
  await newCustomer(page)
  const id = await orderRagi(page)
  await page.goto('/product/bajra-mix')
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: /^Cart/ })).toHaveAccessibleName(
    'Cart 1 item',
  )
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 740 })
    for (const path of [
      '/cart',
      '/checkout',
      '/orders',
      `/orders/${id}`,
      '/profile',
      '/profile/addresses/new',
    ])
      await walkMain(page, path)
  }
})

const DESK = '/admin/dashboard'
const TABS = ['', '/orders', '/products', '/coupons', '/analytics', '/task-approvals', '/tasks', '/payouts']
const MORE_TABS = [
  '/planning',
  '/people',
  '/messages',
  '/refunds',
  '/jobs',
  '/audit',
  '/tasks/new',
  '/products/new',
]

for (const tabs of [TABS, MORE_TABS]) {
  test(`Tab goes through the admin dashboard: ${tabs.join(' ')}`, async ({ page }) => {
    await signInAdmin(page)
    // Figures that refresh during the walk are left to another test.
    await page.route(/\.data(\?|$)/, () => new Promise<void>(() => {}))
    for (const tab of tabs) await walkMain(page, DESK + tab)
  })
}

test('Tab goes through the dialogs and the rail of the admin dashboard', async ({ page }) => {
  await signInAdmin(page)
  await page.goto(`${DESK}/audit`)
  await walkByTab(page, '.admin-rail')
  for (const path of ['/coupons/new', '/products/bulk']) {
    await page.goto(DESK + path)
    await walkThereAndBack(page, 'dialog[open]')
  }
})

test('Tab goes through the worker’s screens', async ({ page, context }) => {
  await openSession(context, 'worker@demo.test')
  const task = await openNewTask(page)
  await start(page, task)
  await page.setViewportSize({ width: 360, height: 740 })
  for (const tab of ['', '?tab=active', '?tab=completed', '?tab=pay']) await walkMain(page, HOME + tab)
  await walkMain(page, `/upload-task-photo/${task.id}`)
  await page.goto(HOME)
  await walkThereAndBack(page)
})

/** Presses Tab until this element has the focus. */
async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const page = target.page()
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 150; presses += 1) {
    await page.keyboard.press(key)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${target} was not reached`)
}

/** Types into the fields one after the other, in page order. */
async function typeInto(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    await tabTo(page.getByLabel(label, { exact: true }))
    await page.keyboard.type(text)
  }
}

test('a menu opens by key, and closes by Escape and when the focus leaves it', async ({ page }) => {
  await page.goto('/about')
  const header = page.getByRole('banner')
  const account = header.locator('summary', { hasText: 'Account' })
  const register = header.getByRole('link', { name: 'Register' })
  await tabTo(account)
  await page.keyboard.press('Enter')
  await tabTo(register)
  await page.keyboard.press('Tab')
  await expect(header.getByRole('link', { name: /^Cart/ })).toBeFocused()
  await expect(register).toBeHidden()
  await page.keyboard.press('Shift+Tab')
  await expect(account).toBeFocused()
  await page.keyboard.press('Space')
  await tabTo(register)
  await page.keyboard.press('Escape')
  await expect(account).toBeFocused()
  await expect(register).toBeHidden()
})

test('a box is built, paid at the door and confirmed with the keyboard alone', async ({ page, context }) => {
  const email = await newCustomer(page)
  await context.clearCookies()
  await page.goto('/')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await tabTo(page.getByRole('link', { name: 'Shop Now' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/products')
  // The link went with its page, so the focus moves to the new page's content.
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
  await expect(page).toHaveURL(/\/auth\/signin/)
  await typeInto(page, { Email: email, Password: PASSWORD })
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
  // A radio group is one stop; arrows choose.
  await tabTo(page.getByRole('radio').first())
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^Cash on Delivery/ })).toBeChecked()
  await tabTo(page.getByRole('button', { name: 'Place Order' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
})
