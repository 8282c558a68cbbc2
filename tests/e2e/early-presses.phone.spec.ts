import type { Page } from '@playwright/test'
import { openWithLateScripts } from '#tests/e2e/late-scripts.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'

const BOX = '/product/00000000-0000-4000-8000-000000000001'

test('buttons that are pressed before the scripts run take effect once the scripts run', async ({ page }) => {
  const increase = page.getByRole('button', { name: 'Increase quantity' })
  await page.clock.install()
  await openWithLateScripts(page, BOX, async () => {
    for (let times = 0; times < 2; times += 1) await increase.click()
    await expect(increase).toHaveAttribute('data-pressed')
    // Longer than the page waits before it sends forms without its scripts.
    await page.clock.runFor(11_000)
    await expect(page.locator('html')).toHaveAttribute('data-scripts', 'late')
  })
  await expect(page.getByRole('spinbutton', { name: /^Quantity of/ })).toHaveValue('3')
  await expect(increase).not.toHaveAttribute('data-pressed')
})

test.describe('if the scripts do not arrive', () => {
  const names = ['Ragi Meal Mix', 'Boosted Meal Mix', 'Bajra Meal Mix']

  /** Presses three products and a link, and waits longer than the page waits for its scripts. */
  async function pressAll(page: Page): Promise<void> {
    const start = Date.now()
    await page.clock.install({ time: start })
    await page.route('**/assets/*.js', () => {})
    // The fixture's `page.goto` would wait for hydration, which never happens here.
    await page.mainFrame().goto('/products')
    await page.clock.pauseAt(start + 60_000)
    const card = (name: string) => page.getByRole('article').filter({ hasText: name })
    for (const name of names) await card(name).getByRole('button').click()
    await card('Ragi Meal Mix').getByRole('link', { name: 'Ragi Meal Mix' }).first().click()
    await page.clock.runFor(11_000)
    await page.clock.resume()
  }

  test('every product that was pressed is in the cart, and the link is followed', async ({ page }) => {
    await pressAll(page)
    await expect(page).toHaveURL(/\/product\//)
    await page.mainFrame().goto('/cart', { waitUntil: 'commit' })
    for (const name of names) await expect(page.getByRole('main')).toContainText(name)
  })

  test('a product that was refused is sent again after the others', async ({ page }) => {
    let posts = 0
    await page.route('**', (route) => {
      if (route.request().method() === 'POST') posts += 1
      return posts === 1 && route.request().method() === 'POST'
        ? route.fulfill({ status: 429 })
        : route.fallback()
    })
    await pressAll(page)
    await expect(page).toHaveURL(/\/cart/)
    for (const name of names) await expect(page.getByRole('main')).toContainText(name)
    expect(posts).toBe(4)
  })
})
