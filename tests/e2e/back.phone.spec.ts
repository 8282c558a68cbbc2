/** Back on a phone closes what is open before it leaves the page, and a page opened from there needs one press. */
import type { Page } from '@playwright/test'
import { IMPACT_HERO } from '#content/impact.ts'
import { openDashboard } from '#tests/e2e/admin-page.ts'
import { openWithLateScripts } from '#tests/e2e/late-scripts.ts'
import { clickTogether, expect, test } from '#tests/e2e/shop-page.ts'

test.use({ cutsNetwork: true })

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Menu' })
const openMenu = (page: Page) => page.getByRole('banner').locator('summary', { hasText: 'Menu' }).click()
/** Back within a document; `page.goBack()` waits for another one. */
const back = (page: Page) => page.evaluate(() => history.back())
/** Waits until what is open has so many entries: the browser makes steps a moment later. */
const expectEntries = (page: Page, count: number) =>
  expect.poll(() => page.evaluate(() => history.state.overlays ?? 0)).toBe(count)

test('menu and info dialog close first, offline too; the page stays as it was', async ({ page, context }) => {
  await page.goto('/about')
  await openMenu(page)
  await menuOf(page).getByRole('link', { name: 'Products' }).click()
  await expect(page).toHaveURL('/products')
  const info = page.getByRole('link', { name: 'What is in Garam Masala' })
  await expect(page.getByRole('heading', { level: 1, name: 'Our Products' })).toBeVisible()
  await info.evaluate((link) => link.scrollIntoView({ block: 'center' }))
  const scrolled = await page.evaluate(() => window.scrollY)
  expect(scrolled).toBeGreaterThan(0)
  await info.click()
  const dialog = page.getByRole('dialog', { name: 'Garam Masala' })
  await expect(dialog).toBeVisible()
  await context.setOffline(true)
  await back(page)
  await expect(dialog).toBeHidden()
  await expect(info).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled)
  // Forward shows nothing, and what is closed by its own button leaves nothing behind.
  await page.evaluate(() => history.forward())
  await expectEntries(page, 0)
  await expect(dialog).toBeHidden()
  await info.click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await context.setOffline(false)
  await info.click()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expectEntries(page, 0)
  // The menu's entry went with its link.
  await back(page)
  await expect(page).toHaveURL('/about')
  await expect(menuOf(page)).toBeHidden()
})

test('Back from a page that a menu or dialog opened needs one press; a reload leaves no dead press', async ({
  page,
}) => {
  await page.goto('/contact')
  const typed = page.getByLabel('Message', { exact: false })
  await page.goto('/about')
  await page.goto('/contact')
  await typed.fill('One pack was open')
  await openMenu(page)
  await back(page)
  await expect(menuOf(page)).toBeHidden()
  await expect(typed).toHaveValue('One pack was open')
  // A link to this page replaces its entry.
  await openMenu(page)
  await menuOf(page).getByRole('link', { name: 'Contact' }).click()
  await expect(menuOf(page)).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/about')

  await page.goto('/products')
  await page.getByRole('link', { name: 'What is in Garam Masala' }).click()
  await page.reload()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectEntries(page, 0)
  await page.getByRole('link', { name: 'What is in Garam Masala' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Everything about Garam Masala' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Garam Masala' })).toBeVisible()
  await back(page)
  // The address changes before the page.
  await expect(page.getByRole('heading', { level: 1, name: 'Our Products' })).toBeVisible()
  await expect(page).toHaveURL('/products')
  await expect(page.getByRole('dialog')).toBeHidden()
  // One menu after the other, without closing the first by hand.
  await openMenu(page)
  await page.getByRole('banner').locator('summary', { hasText: 'Account' }).click()
  await expect(page.getByRole('link', { name: 'Register' })).toBeVisible()
  await expect(menuOf(page)).toBeHidden()
  await expectEntries(page, 1)
  await back(page)
  await expect(page.getByRole('link', { name: 'Register' })).toBeHidden()
  await expect(page).toHaveURL('/products')
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('of two open things the upper one closes first', async ({ page }) => {
  await page.goto('/about')
  await page.goto('/products')
  await page.getByRole('link', { name: 'What is in Garam Masala' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  // No page opens one from another; the rule holds for one that will.
  const menu = page.locator('.site-menu')
  await menu.evaluate((details: HTMLDetailsElement) => {
    details.open = true
  })
  await expectEntries(page, 2)
  await back(page)
  await expect(menu).not.toHaveAttribute('open')
  await expect(dialog).toBeVisible()
  await back(page)
  await expect(dialog).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('an admin’s dialog closes onto its list, opened by a link or directly, and saving does not leave it behind', async ({
  page,
  context,
}) => {
  await openDashboard(page)
  await page.goto('/admin/dashboard/coupons')
  const overview = page.getByRole('heading', { level: 1, name: 'Overview' })
  const list = page.getByRole('heading', { level: 1, name: 'Coupons' })
  const dialog = page.getByRole('dialog', { name: 'Add Coupon' })
  const add = page.getByRole('link', { name: 'Add Coupon' })
  await add.click()
  await expect(dialog).toBeVisible()
  await context.setOffline(true)
  await back(page)
  await expect(dialog).toBeHidden()
  await expect(list).toBeVisible()
  await expect(page).toHaveURL('/admin/dashboard/coupons')
  await expect(page.getByRole('alert').filter({ hasText: 'You’re offline.' })).toBeVisible()
  await context.setOffline(false)
  // What is pressed in the same moment opens from the list.
  const edit = page.getByRole('dialog', { name: 'Edit Coupon' })
  await add.click()
  await expect(dialog).toBeVisible()
  await clickTogether(
    dialog.getByRole('link', { name: 'Cancel' }),
    page.getByRole('link', { name: /^Edit / }).first(),
  )
  await expect(edit).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(edit).toBeHidden()
  await expect(page).toHaveURL('/admin/dashboard/coupons')
  await add.click()
  await expect(dialog).toBeVisible()
  await page.reload()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL('/admin/dashboard/coupons')
  await page.goBack()
  await expect(overview).toBeVisible()

  await page.goto('/admin/dashboard/coupons')
  await add.click()
  const coupon = dialog
  await coupon.getByRole('button', { name: 'Add Coupon' }).click()
  await expect(coupon.locator('[aria-invalid=true]').first()).toBeVisible()
  await coupon.getByLabel('Code', { exact: true }).fill(`B${Date.now()}`)
  await coupon.getByLabel('Name', { exact: true }).fill('Back')
  await coupon.getByLabel('Discount value').fill('12')
  await coupon.getByRole('button', { name: 'Add Coupon' }).click()
  await expect(page.getByText('Coupon added')).toBeVisible()
  // From the list that says so a dialog closes onto one that does not say it again.
  await page.getByRole('link', { name: 'Add Coupon' }).click()
  await expect(coupon).toBeVisible()
  await back(page)
  await expect(coupon).toBeHidden()
  await expect(page).toHaveURL('/admin/dashboard/coupons')
  await expect(page.getByText('Coupon added')).toBeHidden()
  await back(page)
  await expect(page.getByText('Coupon added')).toBeVisible()
  await back(page)
  await expect(page.getByText('Coupon added')).toBeHidden()
  await expect(coupon).toBeHidden()
  await page.goBack()
  await expect(overview).toBeVisible()

  await page.goto('/admin/dashboard/coupons/new')
  await expect(dialog).toBeVisible()
  await expectEntries(page, 1)
  await dialog.getByRole('button', { name: 'Add Coupon' }).click()
  await expect(dialog.locator('[aria-invalid=true]').first()).toBeVisible()
  await expectEntries(page, 1)
  await back(page)
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/admin/dashboard/coupons')
  await page.goBack()
  await expect(overview).toBeVisible()
})

test('a menu that was opened before the scripts ran stays, and Back closes it; two quick presses leave the page', async ({
  page,
}) => {
  await page.goto('/about')
  await openWithLateScripts(page, '/products', () => openMenu(page))
  await expectEntries(page, 1)
  await expect(menuOf(page)).toBeVisible()
  await back(page)
  await expect(menuOf(page)).toBeHidden()
  await expect(page).toHaveURL('/products')
  await openMenu(page)
  await menuOf(page).getByRole('link', { name: 'Impact' }).click()
  await expect(page.getByRole('heading', { level: 1, name: IMPACT_HERO.title })).toBeVisible()
  await expect(page).toHaveURL('/impact')
  await openMenu(page)
  await expectEntries(page, 1)
  await page.evaluate(() => {
    history.back()
    history.back()
  })
  await expect(page).toHaveURL('/products')
  await expect(page.getByRole('link', { name: 'What is in Garam Masala' })).toBeVisible()
  await expect(menuOf(page)).toBeHidden()
  await expectEntries(page, 0)
})
