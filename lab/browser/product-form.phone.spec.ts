import { signInAdmin } from '#tests/e2e/admin-page.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, pixelsSideways, test } from '#tests/e2e/shop-page.ts'

const STEPS = ['what', 'price', 'label', 'pictures', 'story'] as const

test('on a small phone each step fits across, its buttons are in reach of a thumb, and the preview is behind one', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signInAdmin(page)
  const { id } = await (await page.request.get('/api/products/bajra-mix')).json()
  for (const step of STEPS) {
    await page.goto(`/admin/dashboard/products/${id}?step=${step}`)
    expect(await pixelsSideways(page), step).toBe(0)
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('.product-steps button, .product-bar button, .product-form .icon-btn')]
        .filter((target) => Math.round(target.getBoundingClientRect().height) < 44)
        .map((target) => target.textContent),
    )
    expect(small, step).toEqual([])
    const last = page.getByRole('button', { name: step === 'story' ? 'Publish changes' : 'Next' })
    const saving = page.getByRole('button', { name: 'Save draft' })
    for (const button of [last, saving]) {
      await expect(button).toBeInViewport({ ratio: 1 })
      const box = await button.boundingBox()
      expect(box?.y, step).toBeGreaterThan(740 / 2)
    }
    await expectAccessible(page, step)
  }
  await page.goto(`/admin/dashboard/products/${id}?step=what`)
  const card = page.locator('.live h3')
  await expect(card).toBeHidden()
  const toggle = page.getByRole('button', { name: 'Preview' })
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await toggle.click()
  await expect(card).toBeVisible()
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await page.getByLabel('Name', { exact: true }).fill('Bajra of a new name')
  await expect(card).toHaveText('Bajra of a new name')
  expect(await pixelsSideways(page)).toBe(0)
  await expectAccessible(page, 'preview open')
  await toggle.click()
  await expect(card).toBeHidden()
})
