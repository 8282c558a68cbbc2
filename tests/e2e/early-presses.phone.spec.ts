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
