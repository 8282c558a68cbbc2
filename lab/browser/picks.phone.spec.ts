/** Allergens and tags follow the picks of a box. */
import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, expectNoSidewaysScroll, test } from '#tests/e2e/shop-page.ts'
import { newCustomer } from '#tests/e2e/signed-in.ts'

const BOX = '/product/00000000-0000-4000-8000-000000000001'

const pick = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })

test('allergens and tags follow the picks from the tile to the checkout', async ({ page }) => {
  await newCustomer(page)
  await page.goto(BOX)
  const tray = page.getByRole('region', { name: 'Your tray' })
  const tags = page.getByRole('list', { name: 'Health focus' })
  const tile = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
  await expect(tile('Garden Ranch')).toContainText('Contains: Milk')
  await expect(tile('Garam Masala')).toContainText('No known allergens')
  await expect(tags).toContainText('Plant-based')
  // The bar's button leads to the picker.
  const bar = page.locator('.buy-bar')
  await expect(bar).toContainText('₹899 + 18% GST')
  await bar.getByRole('link', { name: 'Select 10 Tastemakers' }).tap()
  await expect(page.getByRole('heading', { name: 'Pick your tastemakers' })).toBeFocused()

  for (const name of ['Garden Ranch', 'Achari']) await pick(page, name).tap()
  const allergens = 'Contains: Milk, Mustard, Peanut, Sesame, Soybean, Wheat (gluten)'
  await expect(tray).toContainText(allergens)
  await expect(tray).toContainText('Not plant-based with Garden Ranch.')
  await expect(bar.getByText(allergens)).toBeInViewport({ ratio: 1 })
  await tray.getByRole('button', { name: 'Clear all' }).tap()
  await expect(tray).not.toContainText('Milk')
  await page.getByRole('button', { name: 'Undo' }).tap()
  await expect(tray).toContainText(allergens)
  for (let more = 0; more < 8; more += 1) await pick(page, 'Garam Masala').tap()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'a mix with milk and wheat')
  await page.getByRole('button', { name: 'Take one Garden Ranch out' }).tap()
  await expect(tags).not.toContainText('Not plant-based')
  await pick(page, 'Garden Ranch').tap()
  await bar.getByRole('button', { name: 'Buy Now' }).tap()

  await expect(page.getByRole('main')).toContainText(allergens)
})
