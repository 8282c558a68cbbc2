/** Buttons work before the scripts do. */
import { openWithLateScripts } from '#tests/e2e/late-scripts.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'

const BOX = '/product/00000000-0000-4000-8000-000000000001'

test('buttons pressed before the scripts run do their work once the scripts do', async ({ page }) => {
  const more = page.getByRole('button', { name: 'Increase quantity' })
  await openWithLateScripts(page, BOX, async () => {
    for (let times = 0; times < 2; times += 1) await more.click()
    await expect(more).toHaveAttribute('data-pressed')
  })
  await expect(page.getByRole('spinbutton', { name: /^Quantity of/ })).toHaveValue('3')
  await expect(more).not.toHaveAttribute('data-pressed')
})
