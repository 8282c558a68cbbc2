import { openDashboard } from '#tests/e2e/admin-page.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, expectNoSidewaysScroll, sidewaysInLargeLetters, test } from '#tests/e2e/shop-page.ts'

const TABS = [
  'Overview',
  'Orders',
  'Products',
  'Coupons',
  'Analytics',
  'Task Approvals',
  'Pack and ship',
  'Tasks',
  'Payouts',
  'Refunds',
  'Accounts',
  'GST rates',
  'Planning',
  'People',
  'Messages',
  'Newsletter',
  'Jobs',
  'Audit log',
]

test('every tab of the dashboard can be used on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openDashboard(page)
  const browser = await page.context().newCDPSession(page)
  for (const tab of TABS) {
    await page.getByRole('banner').locator('summary').click()
    const link = page
      .getByRole('navigation', { name: 'Admin dashboard menu' })
      .getByRole('link', { name: new RegExp(`^${tab}( \\d+ waiting)?$`) })
    // By key: after a change of the emulated letters Chromium finds another row of a scrolled menu at the pointer.
    await link.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: new RegExp(`^${tab}(:|$)`) })).toBeVisible()
    await expect(page).toHaveTitle(/Admin Dashboard/)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page, '')
    expect(await sidewaysInLargeLetters(page, browser), `${tab}: sideways, letters at 200 %`).toBe(0)
  }
})
