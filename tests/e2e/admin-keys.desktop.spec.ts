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

/** Where a list of the dashboard is, other than those above; each has rows in the demonstration. */
const LISTS = [
  ...[
    '',
    '/stock-count',
    '/task-approvals?status=all',
    '/analytics/visits',
    '/packing',
    '/refunds',
    '/tasks',
  ],
  ...['/people', '/payouts', '/audit', '/texts', '/taxes'],
]

for (const path of LISTS) {
  test(`the focus goes row by row on ${path || 'the overview'}`, async ({ page }) => {
    await signInAdmin(page)
    await page.goto(`/admin/dashboard${path}`)
    const rowOfFocus = () =>
      page.evaluate(() => {
        const rows = [...document.querySelectorAll('#main tbody tr, #main [data-row]')]
        return rows.findIndex((row) => row.contains(document.activeElement))
      })
    await page.keyboard.press('j')
    expect(await rowOfFocus()).toBe(0)
    await page.keyboard.press('j')
    expect(await rowOfFocus()).toBe(1)
    await page.keyboard.press('k')
    expect(await rowOfFocus()).toBe(0)
  })
}

test('in the stock count Enter goes into the row’s field, and Esc back to the row', async ({ page }) => {
  await signInAdmin(page)
  await page.goto('/admin/dashboard/stock-count')
  const rows = page.locator('#main tbody tr')
  await page.keyboard.press('j')
  await expect(rows.first()).toBeFocused()
  await page.keyboard.press('Enter')
  const field = rows.first().getByRole('textbox')
  await expect(field).toBeFocused()
  await page.keyboard.type('3j')
  await expect(field).toHaveValue('3j')
  await page.keyboard.press('Escape')
  await expect(rows.first()).toBeFocused()
  await page.keyboard.press('j')
  await expect(rows.nth(1)).toBeFocused()
  await expectAccessible(page, 'a row in focus')
})

test('a task to approve takes the focus as a card, Enter opens its photo, x does not touch its stock', async ({
  page,
}) => {
  await signInAdmin(page)
  await page.goto('/admin/dashboard/task-approvals?status=all')
  const cards = page.locator('[data-card]')
  await page.keyboard.press('j')
  await expect(cards.first()).toBeFocused()
  const box = cards.first().getByRole('checkbox')
  const wasChecked = (await box.count()) > 0 && (await box.isChecked())
  await page.keyboard.press('x')
  if ((await box.count()) > 0) expect(await box.isChecked()).toBe(wasChecked)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page).toHaveURL(/photo=/)
})

test('x checks a row of the desk and of the orders, wherever its focus is', async ({ page }) => {
  await signInAdmin(page)
  for (const path of ['/packing', '/orders']) {
    await page.goto(`/admin/dashboard${path}`)
    const box = page.getByRole('checkbox', { name: /^Select order/ }).first()
    const before = await box.isChecked()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await expect(box).toBeChecked({ checked: !before })
  }
})
