import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { openDashboard, signInAdmin } from '#tests/e2e/admin-page.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, expectNoSidewaysScroll, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, sessionCookie, shopDatabase } from '#tests/e2e/signed-in.ts'

const PAGE = '/admin/dashboard/analytics'

/** Step 1 of the checkout; the address of an earlier order needs no typing. */
async function continueToPayment(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Continue to Payment' })).toBeVisible()
  const name = page.getByLabel('Full name')
  if (await name.isVisible()) {
    await name.fill('Meera Nair')
    await page.getByLabel('Phone').fill('9845012345')
    await page.getByLabel('Address line 1').fill('12 Lake View')
    await page.getByLabel('City').fill('Kochi')
    await page.getByLabel('State').selectOption('Kerala')
    await page.getByLabel('PIN code').fill('682001')
  }
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
}

test('an admin reads the shop’s figures, changes the period, records spend and closes a flag', async ({
  page,
}) => {
  await openDashboard(page)
  await expect(page).toHaveTitle('Admin Dashboard')
  for (const card of ['Total Users', 'Total Products', 'Total Orders', 'Total Revenue']) {
    await expect(page.getByText(card, { exact: true })).toBeVisible()
  }
  await expect(page.getByRole('table', { name: 'Recent Orders' }).getByRole('row')).toHaveCount(6)
  await expect(page.locator('.chart svg').first()).toBeVisible()

  await page.getByRole('link', { name: /^Review\s?: flagged order/ }).click()
  await expect(page).toHaveTitle('Analytics - Admin Dashboard')
  const flagged = page.getByRole('table', { name: 'Flagged orders' })
  const waiting = flagged.getByRole('button', { name: /^Mark reviewed/ })
  // Other tests place orders meanwhile, so this one is looked up by name.
  const name = (await waiting.first().textContent()) ?? ''
  await waiting.first().click()
  await expect(page.getByText('Order marked as reviewed')).toBeVisible()
  await expect(flagged.getByRole('button', { name, exact: true })).toHaveCount(0)

  await page.getByRole('link', { name: /^1y/ }).click()
  await expect(page).toHaveURL(`${PAGE}?period=1y`)
  await expect(page.getByRole('heading', { name: 'Sales by month' })).toBeVisible()
  const ratio = page.locator('.ratio')
  await expect(ratio).toContainText('Excellent')
  await expectAccessible(page, 'a year')

  await page.getByLabel('Amount in rupees').fill('-5')
  await page.getByRole('button', { name: 'Record spend' }).click()
  await expect(page.getByText('Enter an amount in rupees, like 4500 or 4500.50')).toBeVisible()
  await expect(page.getByLabel('Amount in rupees')).toHaveValue('-5')
  // The first channel's spend of this month is recorded, and is not overwritten silently.
  await page.getByLabel('Amount in rupees').fill('9000000')
  await page.getByRole('button', { name: 'Record spend' }).click()
  const conflict = page.getByRole('region', { name: 'has recorded this spend already' })
  await expect(conflict.getByRole('row', { name: /^Amount/ })).toContainText('₹90,00,000')
  await expectAccessible(page, 'spend recorded already')
  await page.getByRole('button', { name: 'Overwrite with mine' }).click()
  await expect(page.getByText('Spend recorded', { exact: true })).toBeVisible()
  await expect(ratio).not.toContainText('Excellent')

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /^CSV\s+of Sales by city/ }).click()
  expect((await download).suggestedFilename()).toBe('cities-1y.csv')
})

test('a figure opens into its rows, which are a file, on a phone too', async ({ page }) => {
  await signInAdmin(page)
  // A month that is over, so that no other test's order is in it.
  await page.goto(PAGE)
  const month = page.getByLabel('Month', { exact: true }).first()
  const option = (await month.locator('option').nth(2).getAttribute('value')) ?? ''
  await month.selectOption(option)
  await page.getByRole('button', { name: 'Show the month' }).click()
  await expect(page).toHaveURL(`${PAGE}?period=${option}`)
  await expect(page.getByText(', compared with')).toBeVisible()
  await expect(page.locator('.figures')).toContainText(/\(\d[\d.,]*%\)\s(more|less) than/)

  const products = page.getByRole('table', { name: 'Sales by product' })
  const row = products.getByRole('row').nth(1)
  const orders = Number((await row.getByRole('cell').nth(2).textContent())?.replace(/\D/g, ''))
  const name = (await row.getByRole('link').textContent()) ?? ''
  await row.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Orders: ${name}`)
  await expect(page.getByText(`${orders} orders, units: `)).toBeVisible()
  await expectAccessible(page, 'the rows of a figure')
  const rows = page.getByRole('table').getByRole('row')
  expect((await rows.count()) - 1).toBe(Math.min(orders, 50))
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export' }).click()
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
  expect(lines[0]).toContain('Order,Placed (IST),Customer,Units,Value in rupees')
  expect(lines).toHaveLength(orders + 1)

  await page.setViewportSize({ width: 360, height: 740 })
  for (const path of [`?period=${option}`, '/by/cities', '/customers?kind=new', '/visits', '/orders']) {
    await page.goto(PAGE + path)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page, path)
  }
  await page.goto('/admin/dashboard/people?role=worker')
  await expect(page.getByRole('link', { name: 'Export' })).toHaveAttribute(
    'href',
    '/admin/dashboard/exports/people.csv?role=worker',
  )
})

test('an order keeps the kind of place that its visit came from, as long as the visit stays in one document', async ({
  page,
}) => {
  const email = await newCustomer(page)
  const orderAs = async (referer: string, reload: boolean) => {
    await page.goto('/product/ragi-mix', { referer })
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await page.getByRole('link', { name: /^Cart/ }).click()
    await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
    await expect(page).toHaveURL(/\/checkout$/)
    if (reload) await page.goto('/checkout')
    await continueToPayment(page)
    await page.getByRole('radio', { name: /^Cash/ }).check()
    await page.getByRole('button', { name: 'Place Order' }).click()
    await expect(page).toHaveURL(/\/checkout\/success/)
  }
  await orderAs('https://www.google.co.in/', false)
  await orderAs('https://www.google.co.in/', true)
  const orders = await shopDatabase()
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.userId')
    .select('source')
    .where('users.email', '=', email)
    .orderBy('orders.createdAt')
    .execute()
  expect(orders).toEqual([{ source: 'search' }, { source: null }])
})

test('the period is chosen without JavaScript, and a wrong range is named', async ({ browser }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await signInAdmin(page)
  await page.goto(PAGE)
  await page.getByLabel('First day').fill('2026-02-10')
  await page.getByLabel('Last day').fill('2026-02-01')
  await page.getByRole('button', { name: 'Show these days' }).click()
  await expect(page.getByText('Choose a day that is not before the first')).toBeVisible()
  await expect(page.getByLabel('First day')).toHaveValue('2026-02-10')
  await expect(page.getByText('Correct the days to see their figures.')).toBeVisible()
  await expect(page.locator('.figures, table')).toHaveCount(0)
  await page.getByLabel('Last day').fill('2026-02-19')
  await page.getByRole('button', { name: 'Show these days' }).click()
  await expect(page).toHaveURL(`${PAGE}?since=2026-02-10&until=2026-02-19`)
  await expect(page.getByText('31 Jan to 9 Feb 2026')).toBeVisible()
  await page.locator('.figures').getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders: all sales')
})

test('two admins who change the same spend see both versions', async ({ page }) => {
  await signInAdmin(page)
  const change = async (admin: Page) => {
    await admin.goto(`${PAGE}?period=1y`)
    await admin.getByText('Spend recorded in the last year').click()
    await admin
      .getByRole('link', { name: /^Change Creators/ })
      .last()
      .click()
    await expect(admin.getByRole('button', { name: 'Change spend' })).toBeVisible()
  }
  const other = await page.context().newPage()
  await change(page)
  await change(other)
  const amount = (admin: Page) => admin.getByLabel('Amount in rupees')
  await amount(page).fill('4100')
  await page.getByRole('button', { name: 'Change spend' }).click()
  await expect(page.getByText('Spend recorded', { exact: true })).toBeVisible()

  await amount(other).fill('4200.5')
  await other.getByRole('button', { name: 'Change spend' }).click()
  const conflict = other.getByRole('region', { name: 'changed this spend in the meantime' })
  const row = conflict.getByRole('row', { name: /^Amount/ })
  await expect(row).toContainText('₹4,100')
  await expect(row).toContainText('₹4,200.50')
  await expect(amount(other)).toHaveValue('4200.5')
  await expectAccessible(other, 'spend changed meanwhile')
  await conflict.getByRole('link', { name: 'discard your changes and load the saved version' }).click()
  await expect(amount(other)).toHaveValue('4100.00')
  await amount(other).fill('4200.5')
  await other.getByRole('button', { name: 'Change spend' }).click()
  await expect(other.getByText('Spend recorded', { exact: true })).toBeVisible()
})

test('a figure says on focus how it is counted, and Refresh shows that it works', async ({ page }) => {
  await signInAdmin(page)
  await page.goto(PAGE)
  const mark = page.getByRole('button', { name: 'How Conversion rate is counted' })
  const words = page.getByRole('tooltip').filter({ hasText: 'Orders placed divided by visits' })
  await expect(words).toBeHidden()
  await mark.focus()
  await expect(words).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(words).toBeHidden()
  await mark.hover()
  await expect(words).toBeVisible()

  const refresh = page.getByRole('button', { name: 'Refresh' })
  // Busy for half a second only, so it is observed from inside the page.
  const busy = refresh.evaluate(
    (button) =>
      new Promise((resolve) => {
        const look = () => button.getAttribute('aria-busy') === 'true' && resolve(true)
        new MutationObserver(look).observe(button, { attributes: true })
      }),
  )
  await refresh.click()
  expect(await busy).toBe(true)
  await expect(refresh).not.toHaveAttribute('aria-busy')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})

test('only an admin gets a figure', async ({ request }) => {
  const cookie = await sessionCookie({ email: 'customer@demo.test' })
  for (const path of [PAGE, `${PAGE}/csv/cities`, '/admin/dashboard']) {
    expect((await request.get(path)).status(), path).toBe(401)
    expect((await request.get(path, { headers: { cookie } })).status(), path).toBe(403)
  }
  const admin = await sessionCookie({ email: 'admin@demo.test' })
  const report = (name: string) => request.get(`${PAGE}/csv/${name}`, { headers: { cookie: admin } })
  expect((await report('cities')).headers()['content-type']).toBe('text/csv; charset=utf-8')
  expect((await report('nothing')).status()).toBe(404)
})
