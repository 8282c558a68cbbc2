import { expect, test } from '#tests/e2e/shop-page.ts'

test('the badge shows only above 0, and follows the cart in another tab', async ({ page, context }) => {
  await page.goto('/product/ragi-mix')
  const cart = page.getByRole('banner').getByRole('link', { name: /^Cart/ })
  await expect(cart).toHaveAccessibleName('Cart')
  const other = await context.newPage()
  await other.goto('/products')
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(cart).toHaveAccessibleName('Cart 1 item')
  await expect(other.getByRole('banner').getByRole('link', { name: /^Cart/ })).toHaveAccessibleName(
    'Cart 1 item',
  )
})

test('signing in fills the account menu on cached pages, and signing out empties it', async ({ page }) => {
  await page.goto('/auth/signin')
  await page.getByLabel('Email', { exact: true }).fill('customer@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('Millet-2026')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/')
  const header = page.getByRole('banner')
  await header.locator('summary', { hasText: 'Account' }).click()
  await expect(header.getByRole('link', { name: 'Account Settings' })).toBeVisible()
  await header.getByRole('link', { name: 'View Orders' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Orders' })).toBeVisible()
  await header.locator('summary', { hasText: 'Account' }).click()
  await header.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  await header.locator('summary', { hasText: 'Account' }).click()
  await expect(header.getByRole('link', { name: 'Register' })).toBeVisible()
})

test('a page is painted before its scripts are requested, and they start by themselves', async ({ page }) => {
  await page.goto('/')
  const { painted, asked } = await page.evaluate(() => ({
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    asked: performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ startTime }) => startTime),
  }))
  expect(asked.length).toBeGreaterThan(1)
  expect(Math.min(...asked)).toBeGreaterThanOrEqual(painted)
})

test.describe('on a bad line', () => {
  test.use({ cutsNetwork: true })

  test('a stylesheet that did not come is asked for again, before another page needs it', async ({
    page,
  }) => {
    let asked = 0
    await page.route('**/assets/app-*.css', (route) => {
      asked += 1
      return asked === 1 ? route.abort() : route.continue()
    })
    await page.goto('/')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL(/about/)
    // The page's first rules go once all its stylesheets are there.
    await expect(page.locator('head > style')).toHaveCount(0)
  })
})
