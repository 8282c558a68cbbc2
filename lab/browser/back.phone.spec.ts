/** Back on a phone closes an open menu or dialog before it leaves the page. */
import type { Page } from '@playwright/test'
import { openWithLateScripts } from '#tests/e2e/late-scripts.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'

test.use({ cutsNetwork: true })

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Menu' })
const openMenu = (page: Page) => page.getByRole('banner').locator('summary', { hasText: 'Menu' }).click()
/** Goes back within a document; `page.goBack()` waits for another document. */
const goBackInDocument = (page: Page) => page.evaluate(() => history.back())
/** Waits until the history has this many entries for overlays: the browser steps through its history with a delay. */
const expectEntries = (page: Page, count: number) =>
  expect.poll(() => page.evaluate(() => history.state.overlays ?? 0)).toBe(count)

test('Back first closes an open menu or dialog, also offline; one press leaves a page that was opened from them', async ({
  page,
  context,
}) => {
  await page.goto('/about')
  await openMenu(page)
  await menuOf(page).getByRole('link', { name: 'Products' }).click()
  await expect(page).toHaveURL('/products')
  const info = page.getByRole('link', { name: 'What is in Garam Masala' })
  await expect(page.getByRole('heading', { level: 1, name: 'Our Products' })).toBeVisible()
  await info.evaluate((link) => link.scrollIntoView({ block: 'center' }))
  const scrollPosition = await page.evaluate(() => window.scrollY)
  expect(scrollPosition).toBeGreaterThan(0)
  await info.click()
  const dialog = page.getByRole('dialog', { name: 'Garam Masala' })
  await expect(dialog).toBeVisible()
  await context.setOffline(true)
  await goBackInDocument(page)
  await expect(dialog).toBeHidden()
  await expect(info).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(scrollPosition)
  // Forward opens nothing, and the dialog’s own close button leaves no history entry.
  await page.evaluate(() => history.forward())
  await expectEntries(page, 0)
  await expect(dialog).toBeHidden()
  await context.setOffline(false)
  await info.click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expectEntries(page, 0)
  // The menu's link replaced the menu's history entry.
  await goBackInDocument(page)
  await expect(page).toHaveURL('/about')
  await expect(menuOf(page)).toBeHidden()

  await page.goto('/contact')
  const message = page.getByLabel('Message', { exact: false })
  await message.fill('One pack was open')
  await openMenu(page)
  await goBackInDocument(page)
  await expect(menuOf(page)).toBeHidden()
  await expect(message).toHaveValue('One pack was open')
  // A link to the current page replaces the menu's entry.
  await openMenu(page)
  await menuOf(page).getByRole('link', { name: 'Contact' }).click()
  await expect(menuOf(page)).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/about')

  // A menu that was opened before the scripts ran gets its entry, so that Back closes it.
  await openWithLateScripts(page, '/products', () => openMenu(page))
  await expectEntries(page, 1)
  await goBackInDocument(page)
  await expect(menuOf(page)).toBeHidden()
  await page.getByRole('link', { name: 'What is in Garam Masala' }).click()
  await page.reload()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectEntries(page, 0)
  await page.getByRole('link', { name: 'What is in Garam Masala' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Everything about Garam Masala' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Garam Masala' })).toBeVisible()
  await goBackInDocument(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Our Products' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  // Opening a second menu closes the first.
  await openMenu(page)
  await page.getByRole('banner').locator('summary', { hasText: 'Account' }).click()
  await expect(menuOf(page)).toBeHidden()
  await expectEntries(page, 1)
  // Two quick presses close the menu and leave the page.
  await page.evaluate(() => {
    history.back()
    history.back()
  })
  await expect(page).toHaveURL('/about')
})
