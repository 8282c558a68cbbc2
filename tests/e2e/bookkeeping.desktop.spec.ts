import type { Page } from '@playwright/test'
import { signInAdmin } from '#tests/e2e/admin-page.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, expectNoSidewaysScroll, test } from '#tests/e2e/shop-page.ts'

const ACCOUNTS = '/admin/dashboard/accounts'

async function look(page: Page, state: string) {
  await expectAccessible(page, state)
  const before = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  if (before) await page.setViewportSize(before)
}

/** The month before this one, in which the demonstration has sales. */
function lastMonth(): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15)).toISOString().slice(0, 7)
}

test('each figure of a month opens into its documents and payments', async ({ page }) => {
  await signInAdmin(page)
  const month = `${ACCOUNTS}?period=${lastMonth()}`
  await page.goto(month)
  await look(page, 'month')
  for (const [name, heading] of [
    [/^18%$/, /^Documents:/],
    [/^19049000$/, /^Documents:/],
    [/^B2C$/, /^Documents:/],
    [/^Received: Cash on delivery$/, /^Money:/],
    [/^₹[\d,.]+$/, /^Documents:/],
  ] as const) {
    await page.goto(month)
    await page.getByRole('main').getByRole('link', { name }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByRole('row').nth(1)).toBeVisible()
  }
  await look(page, 'payments')
  await page.getByRole('main').getByRole('link', { name: 'Accounts' }).click()
  await page.getByRole('link', { name: /^Financial year/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Accounts: Financial year/ })).toBeVisible()
  await page.goto(`${ACCOUNTS}/documents?period=${lastMonth()}`)
  await look(page, 'documents')
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL(/after=/)
})

test('odd addresses of the accounts are no pages, and break nothing', async ({ page }) => {
  await signInAdmin(page)
  for (const path of [
    "?period='",
    '?period=9999-12',
    '/documents?period=2026-10&rate=many',
    '/documents?period=2026-10&after=2026-02-31+INV',
    '/documents?period=2026-10&state=%00',
    '/money?period=2026-10&direction=received&provider=bank',
    '/balances?period=2026-10&after=1',
    '/balances',
    '/files/gstr1.json?period=2026-27',
    '/files/other.csv?period=2026-10',
    '/files/sales.csv?period=',
  ]) {
    const response = await page.request.get(ACCOUNTS + path)
    expect([path, response.status()]).toEqual([path, 404])
  }
})

test('a month is closed only after a second question', async ({ page }) => {
  await signInAdmin(page)
  await page.goto(`${ACCOUNTS}?period=2020-02`)
  await page.getByRole('link', { name: 'Close this month' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close February 2020?' })
  await look(page, 'question')
  await dialog.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('link', { name: 'Close this month' })).toBeVisible()
  await page.getByRole('link', { name: 'Close this month' }).click()
  await dialog.getByRole('button', { name: 'Close month' }).click()
  await expect(page.getByText(/^Month closed\./)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Close this month' })).toHaveCount(0)
})

test('a settlement report is compared, and a bad one is refused by line and column', async ({ page }) => {
  await signInAdmin(page)
  await page.goto(`${ACCOUNTS}/settlement`)
  const send = async (text: string) => {
    const file = { name: 'report.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
    await page.getByLabel('Settlement report, CSV').setInputFiles(file)
    await page.getByRole('button', { name: 'Compare' }).click()
  }
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByRole('alert')).toContainText('Please choose a CSV file')
  await send('entity_id,type,amount\npay_1,payment,1.2.3\n')
  await expect(page.getByRole('alert')).toContainText('Line 2, amount: “1.2.3” is no amount in rupees')
  await send(
    'Entity ID;Type;Amount;Credit;Fee;Tax;Settlement ID\npay_unknown;payment;100.00;97.64;2.36;0.36;setl_9\n',
  )
  await expect(page.getByRole('cell', { name: 'setl_9' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'pay_unknown' })).toBeVisible()
  await look(page, 'compared')
})
