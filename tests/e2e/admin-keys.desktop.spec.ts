import { signInAdmin } from '#tests/e2e/admin-page.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { orderRagi } from '#tests/e2e/order-ragi.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { newCustomer } from '#tests/e2e/signed-in.ts'

test('an order is found and opened by keyboard alone', async ({ page }) => {
  await newCustomer(page, 'Vasundhara Findable')
  const id = await orderRagi(page)
  await page.context().clearCookies()
  await signInAdmin(page)
  await page.goto('/admin/dashboard/products')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('vasundhara findable')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'People' })).toBeVisible()
  await expectAccessible(page, 'results of a search')
  await page.keyboard.press('Control+k')
  await page.keyboard.type(id.slice(0, 8))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/dashboard/orders/${id}`)
  await page.goto('/admin/dashboard/search?q=no+such+thing+here')
  await expect(page.getByText('Nothing found')).toBeVisible()
})

for (const path of ['orders', 'products', 'messages', 'coupons']) {
  test(`single keys walk the list of ${path}, and do nothing while typing or switched off`, async ({
    page,
  }) => {
    await signInAdmin(page)
    await page.goto(`/admin/dashboard/${path}${path === 'messages' ? '?status=all' : ''}`)
    const rows = page.locator('#main tbody tr, #main [data-row]')
    await page.keyboard.press('j')
    await expect(rows.first().getByRole('link').first()).toBeFocused()
    if ((await rows.count()) > 1) {
      await page.keyboard.press('j')
      await expect(rows.nth(1).getByRole('link').first()).toBeFocused()
      await page.keyboard.press('k')
      await expect(rows.first().getByRole('link').first()).toBeFocused()
    }
    if (path !== 'orders') return
    await page.keyboard.press('x')
    await expect(rows.first().getByRole('checkbox')).toBeChecked()
    await page.keyboard.press('/')
    await page.keyboard.type('jk')
    await expect(page.getByLabel(/^Search by order ID/)).toHaveValue('jk')
    await page.keyboard.press('Escape')
    await rows.first().getByRole('link').first().focus()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
    await expectAccessible(page, 'keys shown')
    await page.getByLabel('Use single keys (j, k, x, /)').uncheck()
    await page.keyboard.press('Escape')
    await rows.first().getByRole('link').first().focus()
    await page.keyboard.press('j')
    await expect(rows.first().getByRole('link').first()).toBeFocused()
  })
}
