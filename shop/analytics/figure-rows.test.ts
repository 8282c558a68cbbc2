/** Every figure of orders and visits equals the sum of its rows, in the demo's year. */
import { describe, expect, it } from 'vitest'
import { seedDemo } from '#db/seed/seed-demo.ts'
import { readCompared } from '#shop/analytics/analytics.read.ts'
import { periodOf } from '#shop/analytics/period.ts'
import { refreshRollups } from '#shop/analytics/refresh-rollups.ts'
import type { PagePosition, Row } from '#shop/analytics/report.ts'
import { allReports, findReport } from '#shop/analytics/reports.read.ts'
import { listForAdmin } from '#shop/orders/listing.read.ts'
import { readListing } from '#shop/orders/listing.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()
await seedDemo(ctx(), () => {})
while ((await refreshRollups(ctx())).value > 0);

const periodAt = (key: string) => periodOf(key, NOW)
const sum = (rows: Row[], key: string) => rows.reduce((all, row) => all + Number(row[key] ?? 0), 0)

/** Reads all rows page by page, so that a row lost or repeated between pages is noticed. */
async function rowsOf(id: string, period: string, part: string[] = [], limit = 37): Promise<Row[]> {
  const [by, ...keys] = part
  const params = new URLSearchParams([...(by ? [['by', by]] : []), ...keys.map((key) => ['key', key])])
  const report = await findReport(db, id, params)
  if (!report) throw new Error(`no report ${id} ${params}`)
  const rows: Row[] = []
  for (let position: PagePosition | null = { page: 1, after: null, limit }; position; ) {
    const page = await report.read(db, periodAt(period), position)
    rows.push(...page.rows)
    if (!page.next && page.count !== null) expect(page.count, `${id} ${params}`).toBe(rows.length)
    for (const { label, value } of page.totals ?? [])
      if (['Units', 'Units back'].includes(label) && !page.next) expect(value).toBe(sum(rows, 'units'))
    position = page.next
  }
  return rows
}

async function countListed(query: string, period: string): Promise<number> {
  const { from, to } = periodAt(period).current
  const search = readListing(new URLSearchParams(`${query}&since=${from}&until=${to}`))
  const { orders } = await listForAdmin(db, search, { now: NOW, lateBefore: NOW }, 100_000)
  return orders.length
}

describe.each(['7d', '2026-10', '1y'])('in %s', (key) => {
  it('figures equal the sums of their rows', async () => {
    const { now } = await readCompared(db, periodAt(key))
    expect(now.orders).toBeGreaterThan(0)
    const sales = await rowsOf('orders', key, [], 500)
    expect([sales.length, sum(sales, 'value')]).toEqual([now.sales, now.revenue])
    const times = sales.map(({ placedAt }) => Number(placedAt))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(await countListed('', key)).toBe(now.orders)
    expect(await countListed('status=cancelled', key)).toBe(now.cancelled)
    expect(await countListed('status=delivered', key)).toBe(now.delivered)
    expect(await countListed('code=1', key)).toBe(now.couponOrders)
    expect(sum(await rowsOf('visits', key, [], 5000), 'visits')).toBe(now.visits)
    expect(sum(await rowsOf('days', key), 'revenue')).toBe(now.revenue)
  })

  it.each(allReports().filter(({ opens }) => opens))(
    'rows of $id equal the sums of their orders or visits',
    async ({ id, opens }) => {
      const rows = await rowsOf(id, key)
      expect(rows.length).toBeGreaterThan(0)
      // A week has few orders, so all its rows are checked; of other periods the first and the last row.
      for (const row of key === '7d' ? rows : [rows[0], rows.at(-1)]) {
        if (!row) continue
        const part = [id, ...(opens?.keys ?? []).map((name) => `${row[name] ?? ''}`)]
        const behind = await rowsOf(opens?.report ?? '', key, part, key === '1y' ? 500 : 37)
        const name = `${id}: ${row.name}`
        expect(new Set(behind.map(({ orderId }) => orderId)).size, name).toBe(
          opens?.report === 'orders' ? behind.length : 1,
        )
        const figures = [behind.length, sum(behind, 'units'), sum(behind, 'value')]
        if ('value' in row) expect(figures, name).toEqual([row.orders, row.units, row.value])
        if ('parcels' in row) expect(behind.length, name).toBe(row.parcels)
        if ('returned' in row) expect(sum(behind, 'units'), name).toBe(row.returned)
        if ('visits' in row) expect(sum(behind, 'visits'), name).toBe(row.visits)
      }
    },
  )
})

it('finds reports and their parts by query string, and null for others', async () => {
  const findByQuery = (id: string, query: string) => findReport(db, id, new URLSearchParams(query))
  const deletedProduct = await findByQuery('orders', 'by=products&key=')
  expect([deletedProduct?.title, deletedProduct?.isPersonal]).toEqual(['Orders: Unknown Product', true])
  expect((await findByQuery('orders', 'by=cities&key=Pune&key=Maharashtra'))?.title).toBe('Orders: Pune')
  expect((await findByQuery('orders', 'by=offers&key=coupon&key=MILLET20'))?.title).toBe(
    'Orders: Coupon MILLET20',
  )
  expect((await findByQuery('visits', 'by=visits-by-source&key=search'))?.title).toBe(
    'Visits: Search engines',
  )
  for (const [id, query] of [
    ['users', ''],
    ['constructor', ''],
    ['orders', 'by=products'],
    ['orders', 'by=products&key=x'],
    ['orders', 'by=products&key=&key='],
    ['orders', 'by=days&key=2026-11-01'],
    ['orders', 'by=visits-by-source&key=search'],
    ['visits', 'by=cities&key=Pune&key=Maharashtra'],
  ] as const)
    expect(await findByQuery(id, query), `${id} ${query}`).toBeNull()
})
