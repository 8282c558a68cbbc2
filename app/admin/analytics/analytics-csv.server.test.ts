import { expect, it } from 'vitest'
import { breakdownRows, reportRows } from '#app/admin/analytics/analytics-csv.server.ts'
import { makePastOrder } from '#db/factories/history.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { readAnalytics } from '#shop/analytics/analytics.read.ts'
import { recentPeriod } from '#shop/analytics/period.ts'
import { refreshRollups } from '#shop/analytics/refresh-rollups.ts'
import type { BreakdownKind } from '#shop/analytics/sale-group.ts'
import { rupees } from '#shop/kernel/money.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()
const productId = await makeProduct(db, { name: 'Ragi', category: 'meal-mix' })
const { id: userId } = await makeUser(db)
await makePastOrder(db, {
  userId,
  placedAt: NOW,
  items: [{ productId, quantity: 2, unitPrice: rupees(100) }],
  status: 'shipped',
  carrier: 'India Post',
})
await refreshRollups(ctx())
const PERIOD = recentPeriod('7d', NOW)
const page = await readAnalytics(db, PERIOD, NOW)

it('gives every table of the page as rows with a head, amounts in rupees', () => {
  expect(reportRows('sales', page)?.at(-1)).toEqual(['2026-11-21', 1, 0, 236, 236, 0])
  const rowOf = (kind: BreakdownKind) => breakdownRows(kind, page.breakdowns[kind]).at(-1)
  expect(rowOf('products')).toEqual(['Ragi', 'Meal Mixes', 1, 2, 200, 1, 0, 0, 0])
  expect(rowOf('categories')).toEqual(['Meal Mixes', 1, 2, 200, 1, 0, 0, 0])
  expect(rowOf('cities')).toEqual(['Bengaluru', 'Karnataka', 1, 2, 236, 1, 0, 0, 0])
  expect(rowOf('sources')).toEqual(['Unknown', 1, 2, 236, 1, 0, 0, 0])
  expect(rowOf('offers')).toEqual(['No offer', 1, 2, 236, 1, 0, 0, 0])
  expect(reportRows('carriers', page)?.at(-1)).toEqual(['India Post', 1, 0, null])
  const names = ['returns', 'flagged', 'tastemakers', 'pairings', 'spend']
  for (const name of names) expect(reportRows(name, page), name).toHaveLength(1)
  const rows = reportRows('sales', page) ?? []
  expect(new Set(rows.map((row) => row.length))).toEqual(new Set([6]))
})

it('has no other report', () => {
  expect(reportRows('users', page)).toBeNull()
  expect(reportRows('constructor', page)).toBeNull()
})
