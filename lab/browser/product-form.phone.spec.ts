import { signInAdmin } from '#tests/e2e/admin-page.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, pixelsSideways, test } from '#tests/e2e/shop-page.ts'

test('the form fits a small phone’s width, and its bar is large enough for a thumb and covers no field', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signInAdmin(page)
  const { id } = await (await page.request.get('/api/products/bajra-mix')).json()
  await page.goto(`/admin/dashboard/products/${id}`)
  const buttons = page.locator('.product-bar').locator('a, button')
  await expect(buttons).toHaveText(['Discard', 'Preview', 'Save'])
  const top = async () => (await page.locator('.product-bar').boundingBox())?.y ?? 0
  const initialTop = await top()
  await page.getByLabel('Region').fill('Malwa')
  await expect(page.getByText('Unsaved changes. Preview shows the saved product.')).toBeVisible()
  expect(await top()).toBe(initialTop)
  for (const button of await buttons.all()) await expect(button).toBeInViewport({ ratio: 1 })
  expect(initialTop).toBeGreaterThan(740 / 2)
  expect(await pixelsSideways(page)).toBe(0)
  const smallTargets = await page.evaluate(() =>
    [...document.querySelectorAll('.product-bar :is(a, button), .product-form .icon-btn')]
      .filter((target) => Math.round(target.getBoundingClientRect().height) < 44)
      .map((target) => target.textContent),
  )
  expect(smallTargets).toEqual([])
  await expectAccessible(page, 'product form')

  // Tab scrolls every field above the bar; of a tall field it shows the part with the caret.
  const fields = await page.locator('.product-form').locator('input:not([type=hidden]), textarea').count()
  await page.getByLabel('Name', { exact: true }).focus()
  for (let tabs = 0; tabs < fields; tabs += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const { activeElement: field } = document
      const { top = 0, height = 0 } = field?.getBoundingClientRect() ?? {}
      return { id: field?.id, bottom: field?.closest('.product-bar') ? 0 : top + Math.min(height, 44) }
    })
    expect(focused.bottom, focused.id).toBeLessThanOrEqual(initialTop)
  }
  await page.setViewportSize({ width: 360, height: 470 })
  await page.getByLabel('Name', { exact: true }).focus()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).not.toBeInViewport()
})
