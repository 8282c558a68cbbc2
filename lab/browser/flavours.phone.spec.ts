import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'

const cartLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Cart/ })

test('each flavour has its pictures, and a box shows its label and goes into the cart', async ({ page }) => {
  await page.goto('/hydration')
  await page.getByRole('link', { name: /^Mango chilli/ }).tap()
  const panel = page.getByRole('article').filter({ has: page.getByRole('link', { name: 'Back to Flavors' }) })
  const previous = panel.getByRole('button', { name: 'Previous picture' })
  const next = panel.getByRole('button', { name: 'Next picture' })
  await expect(previous).toBeDisabled()
  for (const place of ['2 of 4', '3 of 4', '4 of 4']) {
    await next.tap()
    await expect(panel.getByText(place)).toBeVisible()
  }
  await expect(next).toBeDisabled()
  // The focus moves on when the button that had it is disabled.
  await expect(previous).toBeFocused()
  await expectAccessible(page, 'flavour open')
  await page.getByRole('link', { name: 'Back to Flavors' }).tap()
  await expect(page.getByRole('link', { name: /^Ginger lemon/ })).toBeVisible()

  const opener = page.getByRole('link', { name: /^Nutrition and ingredients.*: Flavoured Box/ })
  await opener.tap()
  await expect(page.getByRole('dialog')).toContainText('Sodium')
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  const steps = page.getByRole('group', { name: /^Quantity of .* Flavoured Box/ })
  await expect(steps.getByRole('button', { name: 'Decrease quantity' })).toBeDisabled()
  await steps.getByRole('button', { name: 'Increase quantity' }).tap()
  await page.getByRole('button', { name: 'Add to Cart' }).first().tap()
  await expect(cartLink(page)).toHaveAccessibleName('Cart 2 items')
})
