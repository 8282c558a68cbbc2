/** Tab and Shift+Tab on the pages of customers, admins and workers. first-screen.spec.ts tests public pages. */
import type { Page } from '@playwright/test'
import { signInAdmin } from '#tests/e2e/admin-page.ts'
import { orderByApi } from '#tests/e2e/order-ragi.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, openSession } from '#tests/e2e/signed-in.ts'
import { HOME, openNewTask, startTask } from '#tests/e2e/worker-phone.ts'
import { walkByTab, walkContent, walkThereAndBack } from './tab-walk.ts'

async function walkMain(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await walkContent(page)
}

test('Tab goes through header and footer on a wide and on a narrow screen', async ({ page }) => {
  await page.goto('/')
  await walkThereAndBack(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/hydration')
  await walkThereAndBack(page)
  // On this page the purchase bar covers the end of the content.
  await walkMain(page, '/product/complete-box')
})

test('Tab goes through a customer’s cart, checkout, orders and account', async ({ page }) => {
  await newCustomer(page)
  const id = await orderByApi(page)
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
    // Blocks refreshes during the walk.
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
  await startTask(page, task)
  await page.setViewportSize({ width: 360, height: 740 })
  for (const tab of ['', '?tab=active', '?tab=completed', '?tab=pay']) await walkMain(page, HOME + tab)
  await walkMain(page, `/upload-task-photo/${task.id}`)
  await page.goto(HOME)
  await walkThereAndBack(page)
})
