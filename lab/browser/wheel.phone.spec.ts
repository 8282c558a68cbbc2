/** The wheel of recipes with animation. */
import { WHEEL } from '#content/recipes/wheel.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'

test('the wheel turns for three seconds, features its dish and keeps the focus', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/play-with-food')
  const spin = page.getByRole('button', { name: 'Spin the wheel' })
  await spin.tap()
  await expect(page.getByRole('button', { name: 'Spinning...' })).toBeDisabled()
  await expect(page.locator('.wheel-disc')).toHaveCSS('transition-duration', '3s')
  const result = page.getByText(/^The wheel stopped at /)
  await expect(result).toBeVisible()
  const dish = /^The wheel stopped at (.+)\.$/.exec((await result.textContent()) ?? '')?.[1] ?? ''
  expect(WHEEL.map(({ name }) => name)).toContain(dish)
  await expect(page.getByRole('region', { name: `Featured recipe: ${dish}` })).toBeVisible()
  await expect(spin).toBeFocused()
})
