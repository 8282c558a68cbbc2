import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { newOrders, openDashboard } from '#tests/e2e/admin-page.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { shopDatabase } from '#tests/e2e/signed-in.ts'

/**
 * Deletes the recorded spend on print of a month and returns the month ('2026-10'). Each repetition uses
 * another month.
 */
async function unspentMonth(): Promise<string> {
  const day = new Date()
  day.setUTCDate(1)
  day.setUTCMonth(day.getUTCMonth() - 1 - test.info().repeatEachIndex)
  const first = day.toISOString().slice(0, 10)
  await shopDatabase()
    .deleteFrom('marketingSpend')
    .where('month', '=', sql<Date>`${first}::date`)
    .where('channel', '=', 'print')
    .execute()
  return first.slice(0, 7)
}

test('an admin reads figures, reviews a flagged order, opens and exports the rows of a figure, and records spend', async ({
  page,
}) => {
  const { ids, fullName } = await newOrders(1)
  await shopDatabase()
    .insertInto('orderFlags')
    .values({ orderId: ids[0], rule: 'many_orders', detail: 'A test', createdAt: new Date() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const month = await unspentMonth()
  await openDashboard(page)
  for (const card of ['Total Users', 'Total Products', 'Total Orders', 'Total Revenue'])
    await expect(page.getByText(card, { exact: true })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Recent Orders' }).getByRole('row')).toHaveCount(6)
  await expect(page.locator('.chart svg').first()).toBeVisible()
  await page.getByRole('link', { name: /^Review\s?: flagged order/ }).click()
  await expect(page).toHaveTitle('Flagged orders - Admin Dashboard')
  const flagged = page.getByRole('table', { name: 'Flagged orders' }).getByRole('row', { name: fullName })
  await flagged.getByRole('button', { name: /^Mark reviewed/ }).click()
  await expect(page.getByText('Order marked as reviewed')).toBeVisible()
  await expect(flagged.getByRole('button', { name: /^Mark reviewed/ })).toHaveCount(0)

  await page.getByRole('link', { name: 'Analytics', exact: true }).first().click()
  await expect(page).toHaveTitle('Analytics - Admin Dashboard')
  const spendLink = page.locator('.figures').getByRole('link', { name: /: 1$|None yet/ })
  const spendPath = (await spendLink.getAttribute('href')) ?? ''
  const tip = page.getByRole('tooltip').filter({ hasText: 'Orders placed divided by visits' })
  await page.getByRole('button', { name: 'How Conversion rate is counted' }).focus()
  await expect(tip).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tip).toBeHidden()
  const choice = page.getByLabel('Month', { exact: true }).first()
  // Chooses a month that is over, so that no order of another test is in it.
  const option = (await choice.locator('option').nth(2).getAttribute('value')) ?? ''
  await choice.selectOption(option)
  await page.getByRole('button', { name: 'Show the month' }).click()
  const row = page.getByRole('table', { name: 'Sales by product' }).getByRole('row').nth(1)
  const link = row.getByRole('link')
  // The address changes before the tables do.
  await expect(link).toHaveAttribute('href', new RegExp(`period=${option}`))
  await expect(page.locator('.figures')).toContainText(/\(\d[\d.,]*%\)\s(more|less) than/)
  const orders = Number((await row.getByRole('cell').nth(2).textContent())?.replace(/\D/g, ''))
  const name = (await link.textContent()) ?? ''
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Orders: ${name}`)
  await expect(page.getByText(`Orders: ${orders}, Units: `)).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export' }).click()
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
  expect(lines[0]).toContain('Order,Customer,Placed (IST),Units,Before tax in rupees')
  expect(lines).toHaveLength(orders + 1)

  await page.goto(spendPath)
  const amount = page.getByLabel('Amount in rupees')
  const record = async (text: string) => {
    await page.locator('input[name=month]').fill(month)
    await page.getByLabel('Channel').selectOption('Print and samples')
    await amount.fill(text)
    await page.getByRole('button', { name: 'Record spend' }).click()
  }
  await record('-5')
  await expect(page.getByText('Enter an amount in rupees, like 4500 or 4500.50')).toBeVisible()
  await expect(amount).toHaveValue('-5')
  await record('4100')
  await expect(page.getByText('Spend recorded', { exact: true })).toBeVisible()
  // Recorded spend is not overwritten silently.
  await record('4200.50')
  const conflict = page.getByRole('region', { name: 'has recorded this spend already' })
  await expect(conflict.getByRole('row', { name: /^Amount/ })).toContainText('₹4,100')
  await page.getByRole('button', { name: 'Overwrite with mine' }).click()
  await expect(page.getByText('Spend recorded', { exact: true })).toBeVisible()
})
