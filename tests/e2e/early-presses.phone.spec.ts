import { openWithLateScripts } from '#tests/e2e/late-scripts.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'

const BOX = '/product/00000000-0000-4000-8000-000000000001'

test('buttons that are pressed before the scripts run take effect once the scripts run', async ({ page }) => {
  const increase = page.getByRole('button', { name: 'Increase quantity' })
  await openWithLateScripts(page, BOX, async () => {
    for (let times = 0; times < 2; times += 1) await increase.click()
    await expect(increase).toHaveAttribute('data-pressed')
  })
  await expect(page.getByRole('spinbutton', { name: /^Quantity of/ })).toHaveValue('3')
  await expect(increase).not.toHaveAttribute('data-pressed')
})

test('if the scripts do not arrive, every product that was pressed is in the cart', async ({ page }) => {
  const start = Date.now()
  await page.clock.install({ time: start })
  const names = ['Ragi Meal Mix', 'Boosted Meal Mix', 'Bajra Meal Mix']
  const card = (name: string) => page.getByRole('article').filter({ hasText: name })
  await openWithLateScripts(page, '/products', async () => {
    // Waits for the load event, which the scripts that a press requests would delay.
    await page.waitForURL('/products')
    await page.clock.pauseAt(start + 60_000)
    for (const name of names) await card(name).getByRole('button').click()
    // A link that needs scripts leaves the page too.
    await card('Ragi Meal Mix').locator('a[data-control]').first().click()
    await page.clock.runFor(11_000)
    await page.clock.resume()
    await expect(page).toHaveURL(/\/product\//)
  })
  await page.goto('/cart')
  for (const name of names) await expect(page.getByRole('main')).toContainText(name)
})
