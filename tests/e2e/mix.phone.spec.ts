/** Choosing a mix and paying for it at 360 px: allergens, prices and buttons stand where they are needed. */
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, expectNoSidewaysScroll, test } from '#tests/e2e/shop-page.ts'
import { newCustomer } from '#tests/e2e/signed-in.ts'

const BOX = '/product/00000000-0000-4000-8000-000000000001'

test('allergens and tags follow the picks, from the tile to the order', async ({ page }) => {
  await newCustomer(page)
  await page.goto(BOX)
  const tray = page.getByRole('region', { name: 'Your tray' })
  const tags = page.getByRole('list', { name: 'Health focus' })
  const tile = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
  await expect(tile('Garden Ranch')).toContainText('Contains: Milk')
  await expect(tile('Garam Masala')).toContainText('No known allergens')
  await expect(tray).toContainText('Contains: Peanut, Sesame, Soybean')
  await expect(tags).toContainText('Plant-based')

  const height = (await tile('Garden Ranch').boundingBox())?.height
  expect(height).toBeLessThan(180)
  await expectNoSidewaysScroll(page)

  // The bar's button leads to the picker, and the price stands above it.
  const bar = page.locator('.buy-bar')
  await expect(bar).toContainText('₹899 + 18% GST')
  await expect(page.getByRole('heading', { name: 'Pick your tastemakers' })).not.toBeInViewport()
  await bar.getByRole('link', { name: 'Select 10 Tastemakers' }).click()
  await expect(page.getByRole('heading', { name: 'Pick your tastemakers' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Pick your tastemakers' })).toBeInViewport()

  for (const name of ['Garden Ranch', 'Achari'])
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  const contained = 'Contains: Milk, Mustard, Peanut, Sesame, Soybean, Wheat (gluten)'
  await expect(tray).toContainText(contained)
  await expect(tray).toContainText('Not plant-based with Garden Ranch.')
  await expect(bar.getByText(contained)).toBeInViewport({ ratio: 1 })
  await expect(tags).toContainText('Not plant-based')
  await expect(page.getByText('No wheat, rice or maida in either mix')).toContainText(
    'Achari, which you picked, contains wheat.',
  )
  await tray.getByRole('button', { name: 'Clear all' }).click()
  await expect(tray).not.toContainText('Milk')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(tray).toContainText(contained)
  for (let more = 0; more < 8; more += 1) await page.getByRole('button', { name: /^Garam Masala/ }).click()
  await expectAccessible(page, 'a mix with milk and wheat')
  await page.getByRole('button', { name: 'Take one Garden Ranch out' }).click()
  await expect(tags).not.toContainText('Not plant-based')
  await page.getByRole('button', { name: /^Garden Ranch/ }).click()
  await bar.getByRole('button', { name: 'Buy Now' }).click()

  // Step 1: coupon and total above the button, which Enter in an address field still presses.
  await expect(page.getByRole('main')).toContainText(contained)
  const top = async (text: string) =>
    (await page.getByText(text, { exact: true }).last().boundingBox())?.y ?? 0
  const button = page.getByRole('button', { name: 'Continue to Payment' })
  const below = (await button.boundingBox())?.y ?? 0
  expect(below).toBeGreaterThan(await top('Total'))
  expect(below).toBeGreaterThan(await top('Coupon code'))
  await page.getByLabel('Phone').fill('+91 98450 12345')
  await page.getByLabel('Address line 1').fill('12 Lake View')
  await page.getByLabel('City').fill('Kochi')
  await page.getByLabel('State').selectOption('Kerala')
  await page.getByLabel('PIN code').fill('682001')
  await page.getByLabel('PIN code').press('Enter')
  await page.getByRole('radio', { name: /Cash on Delivery/ }).check()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(contained)
  await page.getByRole('link', { name: 'Track this order' }).click()
  await expect(page).toHaveURL(/\/orders\//)
  await expect(page.getByRole('main')).toContainText(contained)
})

test('cards, basket and info panel of the shelf name the allergens', async ({ page }) => {
  await page.goto('/products?category=american')
  const card = page.getByRole('article').filter({ hasText: 'Garden Ranch' })
  await expect(card).toContainText('Contains: Milk')
  await card.getByRole('button', { name: /^Add to Basket/ }).click()
  await expect(page.getByRole('region', { name: 'Basket' })).toContainText('Contains: Milk')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'a basket with milk')
  await card.getByRole('link', { name: /^What is in/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Contains: Milk')
  // With the phone's letters at 200 %, head and foot leave no room between them: the whole panel scrolls.
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await expect(dialog.locator('.dialog-body')).toHaveCSS('overflow-y', 'auto')
})

test('the wheel’s button is beside the wheel, and the referral code is whole', async ({ page }) => {
  await page.goto('/play-with-food')
  const wheel = await page.locator('.wheel').boundingBox()
  const button = await page.getByRole('button', { name: 'Spin the wheel' }).boundingBox()
  expect(button?.x).toBeGreaterThan((wheel?.x ?? 0) + (wheel?.width ?? 0))
  expect(button?.y).toBeLessThan((wheel?.y ?? 0) + (wheel?.height ?? 0))

  await newCustomer(page)
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 640 })
    await page.goto('/profile')
    await expectNoSidewaysScroll(page)
    for (const label of ['Referral code', 'Referral link']) {
      const hidden = await page.getByLabel(label).evaluate((field) => field.scrollWidth - field.clientWidth)
      expect(hidden, `${label} at ${width}`).toBeLessThanOrEqual(0)
    }
  }
})
