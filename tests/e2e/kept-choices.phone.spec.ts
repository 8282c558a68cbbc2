/** Picks and basket survive leaving the page, reload and a second tab; what a refused post carried is shown again. */
import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { openWithLateScripts } from '#tests/e2e/late-scripts.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, shopOrigin } from '#tests/e2e/signed-in.ts'

const BOX = '/product/00000000-0000-4000-8000-000000000001'

const pick = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
const counter = (page: Page) => page.locator('#tastemakers').getByText(/\/10 selected/)
const cartLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Cart/ })

/** The sum of this document's layout shifts that no tap caused. */
function shifts(page: Page): Promise<number> {
  return page.evaluate(() => {
    const observer = new PerformanceObserver(() => {})
    observer.observe({ type: 'layout-shift', buffered: true })
    const entries = observer.takeRecords() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    })[]
    return entries.filter((entry) => !entry.hadRecentInput).reduce((sum, { value }) => sum + value, 0)
  })
}

test('picks stay over leaving, Back, reload and tabs, until the box is in the cart', async ({
  page,
  context,
}) => {
  await page.goto(BOX)
  for (const name of ['Garam Masala', 'Garam Masala', 'Sambar']) await pick(page, name).click()
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await expect(counter(page)).toHaveText('3/10 selected')
  await page.getByRole('link', { name: 'Products', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Our Products' })).toBeVisible()
  await page.goBack()
  await expect(counter(page)).toHaveText('3/10 selected')
  await page.reload()
  await expect(counter(page)).toHaveText('3/10 selected')
  await expect(page.getByRole('spinbutton', { name: /^Quantity of/ })).toHaveValue('2')
  expect(await shifts(page)).toBeLessThan(0.01)

  const other = await context.newPage()
  await other.goto(BOX)
  await expect(counter(other)).toHaveText('3/10 selected')
  for (let more = 0; more < 7; more += 1) await pick(other, 'Tandoori').click()
  await expect(counter(page)).toHaveText('10/10 selected')
  await other.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(other.getByText('Added to cart')).toBeVisible()
  for (const tab of [page, other]) await expect(counter(tab)).toHaveText('0/10 selected')
  await other.reload()
  await expect(counter(other)).toHaveText('0/10 selected')
  await expect(cartLink(other)).toHaveAccessibleName('Cart 2 items')
})

test('buttons that are pressed before the scripts run do their work once they do, or without them', async ({
  page,
}) => {
  const more = page.getByRole('button', { name: 'Increase quantity' })
  await openWithLateScripts(page, BOX, async () => {
    for (let times = 0; times < 2; times += 1) await more.click()
    await expect(more).toHaveAttribute('data-pressed')
  })
  await expect(page.getByRole('spinbutton', { name: /^Quantity of/ })).toHaveValue('3')
  await expect(more).not.toHaveAttribute('data-pressed')

  const add = (of: Page) => of.getByRole('article').filter({ hasText: 'Ragi Meal Mix' }).getByRole('button')
  await openWithLateScripts(page, '/products', async () => {
    await page.waitForURL('/products', { waitUntil: 'commit' })
    await add(page).click()
  })
  await expect(page.getByRole('region', { name: 'Basket' })).toContainText('1 item ₹279')
  await expect(page).toHaveURL('/products')

  // A press that comes before the card has read the basket does not set it back to one.
  await page.context().addCookies([{ name: 'basket', value: '2x3', url: shopOrigin() }])
  await openWithLateScripts(page, '/products', async () => {
    await page.waitForURL('/products', { waitUntil: 'commit' })
    await add(page).click()
  })
  await expect(page.getByRole('region', { name: 'Basket' })).toContainText(/[34] items/)
  await expect(cartLink(page)).toHaveAccessibleName(/Cart [34] items/)

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
    // Loaded first: the scripts that a press asks for would hold that up.
    await other.waitForURL('/products')
    await add(other).click()
    await other.clock.runFor(10_000)
    await expect(other).toHaveURL('/cart')
  })
  await expect(cartLink(other)).toHaveAccessibleName('Cart 1 item')

  // Buy Now pressed again before the checkout has opened buys once.
  const buy = page.getByRole('button', { name: 'Buy Now' })
  await openWithLateScripts(page, '/product/bajra-mix', async () => {
    for (let times = 0; times < 2; times += 1) await buy.click()
  })
  await expect(page).toHaveURL('/checkout')
  await expect(cartLink(page)).toHaveAccessibleName('Cart 2 items')
})

test('a quantity typed before the scripts run is the one that a press before them puts into the cart', async ({
  page,
}) => {
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

test('a box is bought with typed picks while its scripts do not arrive', async ({ page }) => {
  await page.clock.install()
  await openWithLateScripts(page, BOX, async () => {
    await page.waitForURL(BOX)
    await page.getByRole('link', { name: 'Select 10 Tastemakers' }).focus()
    // Time stands still from then on, so that the form is sent by the press and not by a second wait.
    await page.clock.pauseAt(Date.now() + 30_000)
    await page.getByLabel('Sambar', { exact: true }).fill('10')
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(page).toHaveURL('/cart')
    await page.clock.resume()
  })
  await expect(page.getByRole('main')).toContainText('10 × Sambar')
})

test('picks work where the browser refuses its storage, and go with whoever signs out', async ({ page }) => {
  await newCustomer(page)
  await page.goto(BOX)
  await pick(page, 'Sambar').click()
  await expect(counter(page)).toHaveText('1/10 selected')
  await page.context().addCookies([{ name: 'cart', value: '2x3', url: shopOrigin() }])
  const other = await page.context().newPage()
  await other.goto('/about')
  await expect(cartLink(other)).toHaveAccessibleName('Cart 3 items')
  await page.getByRole('banner').locator('summary', { hasText: 'Account' }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  await expect(cartLink(other)).toHaveAccessibleName('Cart')
  await expect(other.getByRole('banner').locator('a[href="/auth/signin"]')).toHaveCount(1)

  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    Object.defineProperty(window, 'localStorage', { get: refuse })
  })
  await page.goto(BOX)
  await expect(counter(page)).toHaveText('0/10 selected')
  await pick(page, 'Sambar').click()
  await pick(page, 'Tandoori').click()
  await expect(counter(page)).toHaveText('2/10 selected')
})

test('the basket stays, is counted with the cart, and is offered on the cart page', async ({
  page,
  context,
}) => {
  await page.goto('/products?category=meal-mix')
  const ragi = page.getByRole('article').filter({ hasText: 'Ragi Meal Mix' })
  await ragi.getByRole('button', { name: /Add to Basket/ }).click()
  await expect(cartLink(page)).toHaveAccessibleName('Cart 1 item')
  await page.goto('/products?category=sweet')
  await expect(page.getByRole('region', { name: 'Basket' })).toContainText('1 item ₹279')

  await cartLink(page).click()
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  const bar = page.getByRole('region', { name: 'Basket', exact: true })
  await expect(bar).toContainText('1 item in your basket ₹279')
  await expect(bar.getByRole('button', { name: 'Add to Cart' })).toBeInViewport()
  await expectAccessible(page, 'an empty cart and a full basket')
  await page.reload()
  await expect(bar).toBeInViewport()
  expect(await shifts(page)).toBeLessThan(0.01)

  // Another tab goes on choosing.
  const shelf = await context.newPage()
  await shelf.goto('/products?category=meal-mix')
  const bajra = shelf.getByRole('article').filter({ hasText: 'Bajra Meal Mix' })
  await bajra.getByRole('button', { name: /Add to Basket/ }).click()
  await expect(page.getByText('1 × Bajra Meal Mix')).toBeVisible()
  await expect(bar).toContainText('2 items in your basket ₹568')

  await bar.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(bar).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Ragi Meal Mix' })).toBeVisible()
  await expect(shelf.getByRole('region', { name: 'Basket' })).toBeHidden()
  await page.reload()
  await expect(cartLink(page)).toHaveAccessibleName('Cart 2 items')
})

test('a basket’s products that are gone are taken out of it', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'basket', value: '2x1_9999x3', url: `${baseURL}` }])
  await page.goto('/cart')
  const bar = page.getByRole('region', { name: 'Basket', exact: true })
  await expect(bar).toContainText('Something in your basket is no longer sold, so we took it out.')
  await expect(bar).toContainText('1 item in your basket')
  await expect(cartLink(page)).toHaveAccessibleName('Cart 1 item')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the basket’s button works, and a refused post shows what was typed, marked', async ({
    page,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: 'basket', value: '2x1', url: `${baseURL}` }])
    await page.goto('/cart')
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(page.getByRole('heading', { name: 'Ragi Meal Mix' })).toBeVisible()
    await expect(page.getByText('in your basket')).toHaveCount(0)

    // A browser checks these itself, against the page's stock; the server's may have fallen since.
    const send = async (form: Record<string, string>) => {
      await page.goto(BOX)
      for (const [name, value] of Object.entries(form)) {
        const field = page.locator(`input[name="${name}"]`)
        await field.evaluate((input) => input.removeAttribute('max'))
        await field.fill(value)
      }
      await page.getByRole('button', { name: 'Add to Cart' }).click()
    }
    const quantity = page.getByRole('spinbutton', { name: /^Quantity of/ })
    await send({ 'pick-10': '10', quantity: '5000' })
    await expect(quantity).toHaveValue('5000')
    await expect(quantity).toHaveAttribute('aria-invalid', 'true')
    await expect(quantity).toHaveAccessibleDescription(/^Choose a quantity from 1 to/)
    await expect(page.locator('input[name="pick-10"]')).toHaveValue('10')
    await send({ 'pick-10': '7', quantity: '2' })
    const problem = page.locator('#tastemakers .field-error')
    await expect(problem).toHaveText(/Select 3 more/)
    await expect(problem).toBeInViewport()

    // What was sent is there again on the next visit, by a link or Back, until it is in the cart.
    await page.goto('/about')
    await page.goto(BOX)
    const masala = page.locator('input[name="pick-10"]')
    await expect(masala).toHaveValue('7')
    await expect(quantity).toHaveValue('2')
    await expect(page.getByRole('region', { name: 'Your tray' }).getByRole('img')).toHaveCount(7)
    await masala.fill('10')
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(page).toHaveURL('/cart')
    await page.goto(BOX)
    await expect(masala).toHaveValue('0')
  })
})
