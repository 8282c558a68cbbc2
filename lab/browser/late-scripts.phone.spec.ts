/** Buttons that are pressed while a page's scripts are late or missing, and browsers without storage. */
import type { Page } from '@playwright/test'
import { openWithLateScripts } from '#tests/e2e/late-scripts.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, shopOrigin } from '#tests/e2e/signed-in.ts'

const BOX = '/product/00000000-0000-4000-8000-000000000001'

const pick = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
const counter = (page: Page) => page.locator('#tastemakers').getByText(/\/10 selected/)
const cartLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Cart/ })

test('buttons that are pressed before the scripts run take effect, with or without the scripts', async ({
  page,
}) => {
  const increase = page.getByRole('button', { name: 'Increase quantity' })
  await openWithLateScripts(page, BOX, async () => {
    for (let times = 0; times < 2; times += 1) await increase.click()
    await expect(increase).toHaveAttribute('data-pressed')
  })
  await expect(page.getByRole('spinbutton', { name: /^Quantity of/ })).toHaveValue('3')
  await expect(increase).not.toHaveAttribute('data-pressed')

  const add = (of: Page) => of.getByRole('article').filter({ hasText: 'Ragi Meal Mix' }).getByRole('button')
  await openWithLateScripts(page, '/products', async () => {
    await page.waitForURL('/products', { waitUntil: 'commit' })
    await add(page).click()
  })
  await expect(page.getByRole('region', { name: 'Basket' })).toContainText('1 item ₹279')
  await expect(page).toHaveURL('/products')

  // A press before the card has read the basket does not set the quantity back to one.
  await page.context().addCookies([{ name: 'basket', value: '2x3', url: shopOrigin() }])
  await openWithLateScripts(page, '/products', async () => {
    await page.waitForURL('/products', { waitUntil: 'commit' })
    await add(page).click()
  })
  await expect(page.getByRole('region', { name: 'Basket' })).toContainText('4 items')
  await expect(cartLink(page)).toHaveAccessibleName('Cart 4 items')

  await page.context().clearCookies()
  const other = await page.context().newPage()
  await other.clock.install()
  const [addToCart, select] = [
    other.getByRole('button', { name: 'Add to Cart' }),
    other.getByRole('link', { name: 'Select 10 Tastemakers' }),
  ]
  await openWithLateScripts(other, BOX, async () => {
    await other.waitForURL(BOX)
    await expect(select).toBeVisible()
    await select.focus()
    await other.clock.runFor(10_000)
    await expect(addToCart).toBeVisible()
    await expect(select).toBeHidden()
  })
  await expect(select).toBeVisible()
  await expect(addToCart).toBeHidden()
  await openWithLateScripts(other, '/products', async () => {
    // Waits for the load event, which the scripts that a press requests would delay.
    await other.waitForURL('/products')
    await add(other).click()
    await other.clock.runFor(10_000)
    await expect(other).toHaveURL(/\/cart(\?|$)/)
  })
  await expect(cartLink(other)).toHaveAccessibleName('Cart 1 item')

  // A second press of Buy Now before the checkout opens buys once.
  const buy = page.getByRole('button', { name: 'Buy Now' })
  await openWithLateScripts(page, '/product/bajra-mix', async () => {
    for (let times = 0; times < 2; times += 1) await buy.click()
  })
  await expect(page).toHaveURL('/checkout')
  await expect(cartLink(page)).toHaveAccessibleName('Cart 2 items')
})

test('a quantity that is typed before the scripts run goes into the cart', async ({ page }) => {
  for (const path of ['/product/ragi-mix', '/replenish']) {
    await page.context().clearCookies()
    await openWithLateScripts(page, path, async () => {
      await page
        .getByRole('spinbutton', { name: /^Quantity of/ })
        .first()
        .fill('3')
      await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    })
    await expect.soft(cartLink(page), path).toHaveAccessibleName('Cart 3 items')
  }
})

test('a customer buys a box with typed picks while its scripts do not arrive', async ({ page }) => {
  await page.clock.install()
  await openWithLateScripts(page, BOX, async () => {
    await page.waitForURL(BOX)
    await page.getByRole('link', { name: 'Select 10 Tastemakers' }).focus()
    // Ends the wait for the scripts, so that the press sends the form at once.
    await page.clock.pauseAt(Date.now() + 30_000)
    await page.getByRole('spinbutton', { name: 'Sambar', exact: true }).fill('10')
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(page).toHaveURL(/\/cart(\?|$)/)
    await page.clock.resume()
  })
  await expect(page.getByRole('main')).toContainText('10 × Sambar')
})

test('picks work in a browser without storage, and a sign-out removes them', async ({ page }) => {
  await newCustomer(page)
  await page.goto(BOX)
  await pick(page, 'Sambar').tap()
  await expect(counter(page)).toHaveText('1/10 selected')
  await page.getByRole('banner').locator('summary', { hasText: 'Account' }).tap()
  await page.getByRole('button', { name: 'Sign Out' }).tap()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.length)).toBe(0)

  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    Object.defineProperty(window, 'localStorage', { get: refuse })
  })
  await page.goto(BOX)
  await expect(counter(page)).toHaveText('0/10 selected')
  for (const name of ['Sambar', 'Tandoori']) await pick(page, name).tap()
  await expect(counter(page)).toHaveText('2/10 selected')
})
