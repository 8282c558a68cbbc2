import { signInAdmin } from '#tests/e2e/admin-page.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'

const ACCOUNTS = '/admin/dashboard/accounts'

/** Addresses with invalid parameters, which answer 404. */
const INVALID_ADDRESSES = [
  "?period='",
  '?period=9999-12',
  '/documents?period=2026-10&rate=many',
  '/documents?period=2026-10&after=2026-02-31+INV',
  '/documents?period=2026-10&state=%00',
  '/money?period=2026-10&direction=received&provider=bank',
  '/balances?period=2026-10&after=1',
  '/files/gstr1.json?period=2026-27',
  '/files/sales.csv?period=2026',
]

/** Returns last month. The demonstration has sales in it. */
function lastMonth(): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15)).toISOString().slice(0, 7)
}

test('an admin opens the rows of a month’s figures, closes a month, and compares a settlement report', async ({
  page,
}) => {
  await signInAdmin(page)
  for (const [name, heading] of [
    [/^18%$/, /^Documents:/],
    [/^Received: Cash on delivery$/, /^Money:/],
  ] as const) {
    await page.goto(`${ACCOUNTS}?period=${lastMonth()}`)
    await page.getByRole('main').getByRole('link', { name }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByRole('row').nth(1)).toBeVisible()
  }
  await page.goto(`${ACCOUNTS}/documents?period=${lastMonth()}`)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL(/after=/)
  await page.getByRole('main').getByRole('link', { name: /^INV/ }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: /^Invoice INV/ })).toBeVisible()
  const pdf = await page.getByRole('link', { name: 'PDF' }).getAttribute('href')
  expect((await page.request.get(`${pdf}`)).headers()['content-type']).toBe('application/pdf')
  for (const path of INVALID_ADDRESSES) {
    const answer = await page.request.get(ACCOUNTS + path)
    expect([path, answer.status()]).toEqual([path, 404])
  }

  // Each repetition uses another month before the shop's first sale.
  const month = `${2020 - test.info().repeatEachIndex}-02`
  await page.goto(`${ACCOUNTS}?period=${month}`)
  await page.getByRole('link', { name: 'Close this month' }).click()
  const dialog = page.getByRole('dialog', { name: /^Close February \d{4}\?$/ })
  await dialog.getByRole('link', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('link', { name: 'Close this month' }).click()
  await dialog.getByRole('button', { name: 'Close month' }).click()
  await expect(page.getByText(/^Month closed\./)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Close this month' })).toHaveCount(0)

  await page.goto(`${ACCOUNTS}/settlement`)
  const send = async (text: string) => {
    const file = { name: 'report.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
    await page.getByLabel('Settlement report, CSV').setInputFiles(file)
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
  }
  await send('entity_id,type,amount\npay_1,payment,1.2.3\n')
  await expect(page.getByRole('alert')).toContainText(
    'Line 2, “amount” (column 3): “1.2.3” is no amount in rupees.',
  )
  await send(
    'Entity ID;Type;Amount;Credit;Fee;Tax;Settlement ID\npay_unknown;payment;100.00;97.64;2.36;0.36;setl_9\n',
  )
  await expect(page.getByRole('cell', { name: 'setl_9' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'pay_unknown' })).toBeVisible()
})
