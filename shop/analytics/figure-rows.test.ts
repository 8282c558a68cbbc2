/** Every figure of orders and visits on the analytics page equals the rows that it opens into, on the demonstration's year. */
import { describe, expect, it } from 'vitest'
import { seedDemo } from '#db/seed/seed-demo.ts'
import { readAnalytics } from '#shop/analytics/analytics.read.ts'
import { readBreakdown } from '#shop/analytics/breakdown.read.ts'
import { listVisits } from '#shop/analytics/figures.read.ts'
import { flaggedOrders } from '#shop/analytics/flags.read.ts'
import { FLAG_RULES } from '#shop/analytics/flags.ts'
import { periodOf } from '#shop/analytics/period.ts'
import { refreshRollups } from '#shop/analytics/refresh-rollups.ts'
import { BREAKDOWNS, groupParams, readGroup, type SaleGroup } from '#shop/analytics/sale-group.ts'
import { listSaleRows, type SaleRow, saleTotals } from '#shop/analytics/sale-rows.read.ts'
import { listForAdmin } from '#shop/orders/listing.read.ts'
import { readListing } from '#shop/orders/listing.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()
await seedDemo(ctx(), () => {})
while ((await refreshRollups(ctx())).value > 0);

const periodAt = (key: string) => periodOf(key, NOW)
const sum = (numbers: (number | null)[]) => numbers.reduce<number>((all, one) => all + (one ?? 0), 0)

/** All rows, read page by page, so that none is lost or told twice between pages. */
async function allRows(group: SaleGroup, period: string, perPage = 37): Promise<SaleRow[]> {
  const { current } = periodAt(period)
  const rows: SaleRow[] = []
  for (;;) {
    const after = rows.at(-1)?.orderId ?? null
    const page = await listSaleRows(db, group, current, { after, limit: perPage })
    rows.push(...page)
    if (page.length < perPage) break
  }
  expect(new Set(rows.map(({ orderId }) => orderId)).size).toBe(rows.length)
  const times = rows.map(({ placedAt }) => placedAt.getTime())
  expect(times).toEqual(times.toSorted((one, other) => other - one))
  return rows
}

async function countListed(query: string, period: string): Promise<number> {
  const { from, to } = periodAt(period).current
  const search = readListing(new URLSearchParams(`${query}&since=${from}&until=${to}`))
  const { orders } = await listForAdmin(db, search, { now: NOW, lateBefore: NOW }, 100_000)
  return orders.length
}

describe.each(['7d', '2026-10', '1y'])('in %s', (key) => {
  it('headline figures are the rows they open into', async () => {
    const { headline } = await readAnalytics(db, periodAt(key), NOW)
    const { total } = headline
    expect(total.orders).toBeGreaterThan(0)
    const sales = await allRows({ kind: 'all' }, key, 500)
    expect([sales.length, sum(sales.map(({ value }) => value))]).toEqual([total.sales, total.revenue])
    expect(sum(sales.map(({ units }) => units))).toBe(headline.units)
    expect(await countListed('', key)).toBe(total.orders)
    expect(await countListed('status=cancelled', key)).toBe(total.cancelled)
    expect(await countListed('status=delivered', key)).toBe(total.delivered)
    expect(await countListed('code=1', key)).toBe(total.couponOrders)
    const everything = { limit: null, offset: 0 }
    const visits = await listVisits(db, periodAt(key).current, { source: null, landing: null }, everything)
    expect(sum(visits.rows.map((row) => row.visits))).toBe(headline.visits)
  })

  it('breakdowns are the rows they open into', async () => {
    for (const kind of BREAKDOWNS) {
      const { rows } = await readBreakdown(db, kind, periodAt(key))
      expect(rows.length, kind).toBeGreaterThan(0)
      // The largest and the smallest ones of a year, all of a shorter period.
      const checked = key === '1y' ? [...rows.slice(0, 3), ...rows.slice(-3)] : rows
      for (const { group, name, orders, units, value } of checked) {
        const behind = await allRows(group, key, key === '1y' ? 500 : 37)
        const figures = [
          behind.length,
          sum(behind.map((row) => row.units)),
          sum(behind.map((row) => row.value)),
        ]
        expect(figures, `${kind}: ${name}`).toEqual([orders, units, value])
        const totals = await saleTotals(db, group, periodAt(key).current)
        expect(totals, `${kind}: ${name}`).toEqual({ orders, units, value })
      }
    }
  })

  it('carriers, returns, tastemakers and visits are the rows they open into', async () => {
    const page = await readAnalytics(db, periodAt(key), NOW)
    for (const { carrier, shipped } of page.carriers)
      expect(await allRows({ kind: 'carrier', carrier }, key, 500), carrier).toHaveLength(shipped)
    const unitsOf = async (group: SaleGroup) => sum((await allRows(group, key)).map(({ units }) => units))
    for (const { id, category, returned } of page.returns)
      expect(await unitsOf({ kind: 'returns', id }), category).toBe(returned)
    for (const { id, name, picks } of page.picks.slice(0, 4))
      expect(await unitsOf({ kind: 'pick', id }), name).toBe(picks)
    for (const { oneId, otherId, mixes } of page.pairs.slice(0, 3))
      expect(await unitsOf({ kind: 'pair', id: oneId, other: otherId })).toBe(mixes)
    for (const { rule, orders } of page.flagRules)
      expect(await allRows({ kind: 'flagged', rule }, key), rule).toHaveLength(orders)
    expect(
      new Set((await allRows({ kind: 'flagged', rule: null }, key)).map(({ orderId }) => orderId)),
    ).toEqual(new Set((await flaggedOrders(db, page.period.current, null)).map(({ orderId }) => orderId)))
    for (const { source, visits } of page.visits.sources) {
      const found = await listVisits(
        db,
        page.period.current,
        { source, landing: null },
        { limit: 1, offset: 0 },
      )
      expect(found.visits, source).toBe(visits)
    }
  })
})

it('a group survives its address', async () => {
  const { rows } = await readBreakdown(db, 'cities', periodAt('30d'))
  const id = '00000000-0000-4000-8000-000000000001'
  const groups: SaleGroup[] = [
    { kind: 'all' },
    { kind: 'product', id },
    { kind: 'category', id: null },
    { kind: 'returns', id },
    { kind: 'pick', id },
    { kind: 'pair', id, other: id.replace('1', '2') },
    { kind: 'offer', offer: 'coupon', code: 'HARVEST10' },
    { kind: 'offer', offer: '', code: '' },
    { kind: 'carrier', carrier: 'Blue Dart & Co' },
    { kind: 'flagged', rule: null },
    { kind: 'flagged', rule: FLAG_RULES[0] },
    ...rows.map(({ group }) => group),
  ]
  for (const group of groups) expect(readGroup(new URLSearchParams(groupParams(group)))).toEqual(group)
  for (const text of ['kind=product', 'kind=product&id=x', 'kind=pair', 'kind=carrier', 'kind=users'])
    expect(readGroup(new URLSearchParams(text)), text).toBeNull()
})
