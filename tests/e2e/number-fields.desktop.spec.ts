import { expect, test } from '#tests/e2e/shop-page.ts'

test('the mouse wheel scrolls the page and leaves a focused number field as it is', async ({ page }) => {
  await page.goto('/product/ragi-mix')
  const quantity = page.getByRole('spinbutton', { name: 'Quantity' }).first()
  await quantity.fill('7')
  await quantity.focus()
  await quantity.hover()
  await page.mouse.wheel(0, 300)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  await expect(quantity).toHaveValue('7')
})
