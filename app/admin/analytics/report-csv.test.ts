import { expect, it } from 'vitest'
import { reportFile } from '#app/admin/analytics/report-csv.ts'
import { makePastOrder } from '#db/factories/history.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { recentPeriod } from '#shop/analytics/period.ts'
import { refreshRollups } from '#shop/analytics/refresh-rollups.ts'
import { allReports, findReport } from '#shop/analytics/reports.read.ts'
import type { CsvCell } from '#shop/kernel/csv.ts'
import { rupees } from '#shop/kernel/money.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()
const productId = await makeProduct(db, { name: 'Ragi', category: 'meal-mix' })
const { id: userId } = await makeUser(db, { fullName: 'Asha' })
const items = [{ productId, quantity: 2, unitPrice: rupees(100) }]
const orderId = await makePastOrder(db, {
  userId,
  placedAt: NOW,
  items,
  status: 'shipped',
  carrier: 'India Post',
})
await refreshRollups(ctx())

async function fileRows(id: string) {
  const report = await findReport(db, id, new URLSearchParams())
  if (!report) throw new Error(`no report ${id}`)
  const rows: CsvCell[][] = []
  for await (const page of reportFile(db, report, recentPeriod('7d', NOW))) rows.push(...page)
  return rows
}

it('reportFile returns headings and the rows of a report, with amounts in rupees and times in India', async () => {
  expect(await fileRows('orders')).toEqual([
    ['Order', 'Customer', 'Placed (IST)', 'Units', 'Revenue in rupees'],
    [orderId, 'Asha', '2026-11-21 14:30:00', 2, 236],
  ])
  expect(await fileRows('products')).toEqual([
    ['Product', 'Category', 'Orders', 'Units', 'Share', 'Days before in rupees', 'Before tax in rupees'],
    ['Ragi', 'Meal Mixes', 1, 2, 1, 0, 200],
  ])
  expect((await fileRows('days')).at(-1)).toEqual(['2026-11-21', 1, 0, 236, 0, 236, 0, 236])
  expect((await fileRows('carriers')).at(-1)).toEqual(['India Post', 1, 0, null])
})

it('reportFile returns a cell for each heading in each row of every report', async () => {
  for (const { id } of allReports()) {
    const rows = await fileRows(id)
    expect(new Set(rows.map((row) => row.length)), id).toEqual(new Set([rows[0]?.length]))
  }
})
