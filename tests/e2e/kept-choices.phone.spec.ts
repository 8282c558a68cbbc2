/** Picks of a box survive leaving the page and a second tab; buttons work before the scripts do. */
import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { openWithLateScripts } from '#tests/e2e/late-scripts.ts'
import { expect, expectNoSidewaysScroll, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, shopOrigin } from '#tests/e2e/signed-in.ts'

const BOX = '/product/00000000-0000-4000-8000-000000000001'

const pick = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
const counter = (page: Page) => page.locator('#tastemakers').getByText(/\/10 selected/)
const cartLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Cart/ })

test('picks stay over leaving, Back and tabs, until the box is in the cart', async ({ page, context }) => {
  await page.goto(BOX)
  for (const name of ['Garam Masala', 'Garam Masala', 'Sambar']) await pick(page, name).tap()
  await page.getByRole('button', { name: 'Increase quantity' }).tap()
  await page.getByRole('link', { name: 'Products', exact: true }).first().tap()
  await expect(page.getByRole('heading', { name: 'Our Products' })).toBeVisible()
  await page.goBack()
  await expect(counter(page)).toHaveText('3/10 selected')
  await expect(page.getByRole('spinbutton', { name: /^Quantity of/ })).toHaveValue('2')

  const other = await context.newPage()
  await other.goto(BOX)
  await expect(counter(other)).toHaveText('3/10 selected')
  for (let more = 0; more < 7; more += 1) await pick(other, 'Tandoori').tap()
  await expect(counter(page)).toHaveText('10/10 selected')
  await other.getByRole('button', { name: 'Add to Cart' }).tap()
  for (const tab of [page, other]) await expect(counter(tab)).toHaveText('0/10 selected')
  await expect(cartLink(other)).toHaveAccessibleName('Cart 2 items')
})

test('allergens and tags follow the picks, from the tile to the checkout', async ({ page }) => {
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
  const contained = 'Contains: Milk, Mustard, Peanut, Sesame, Soybean, Wheat (gluten)'
  await expect(tray).toContainText(contained)
  await expect(tray).toContainText('Not plant-based with Garden Ranch.')
  await expect(bar.getByText(contained)).toBeInViewport({ ratio: 1 })
  await tray.getByRole('button', { name: 'Clear all' }).tap()
  await expect(tray).not.toContainText('Milk')
  await page.getByRole('button', { name: 'Undo' }).tap()
  await expect(tray).toContainText(contained)
  for (let more = 0; more < 8; more += 1) await pick(page, 'Garam Masala').tap()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'a mix with milk and wheat')
  await page.getByRole('button', { name: 'Take one Garden Ranch out' }).tap()
  await expect(tags).not.toContainText('Not plant-based')
  await pick(page, 'Garden Ranch').tap()
  await bar.getByRole('button', { name: 'Buy Now' }).tap()

  await expect(page.getByRole('main')).toContainText(contained)
})

test('buttons pressed before the scripts run do their work once the scripts do', async ({ page }) => {
  const more = page.getByRole('button', { name: 'Increase quantity' })
  await openWithLateScripts(page, BOX, async () => {
    for (let times = 0; times < 2; times += 1) await more.click()
    await expect(more).toHaveAttribute('data-pressed')
  })
  await expect(page.getByRole('spinbutton', { name: /^Quantity of/ })).toHaveValue('3')
  await expect(more).not.toHaveAttribute('data-pressed')

  // The basket's cookie counts, not the empty basket that the page was made with.
  await page.context().addCookies([{ name: 'basket', value: '2x3', url: shopOrigin() }])
  await openWithLateScripts(page, '/products', async () => {
    await page.waitForURL('/products', { waitUntil: 'commit' })
    await page.getByRole('article').filter({ hasText: 'Ragi Meal Mix' }).getByRole('button').click()
  })
  await expect(page.getByRole('region', { name: 'Basket' })).toContainText(/[34] items/)
})
