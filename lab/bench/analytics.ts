/**
 * `npm run bench -- analytics [orders]` measures the overview and the analytics page at a million orders, from rollups
 * and by direct counts, and the cost of the rollups.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { migrate } from '#infra/database/migrate.ts'
import { openDatabase } from '#infra/database/open.ts'
import { readCompared } from '#shop/analytics/analytics.read.ts'
import { readOverview } from '#shop/analytics/overview.read.ts'
import { RECENT_PERIODS, recentPeriod } from '#shop/analytics/period.ts'
import { refreshRollups } from '#shop/analytics/refresh-rollups.ts'
import { allReports, findReport } from '#shop/analytics/reports.read.ts'
import type { Db } from '#shop/ctx.ts'
import { addDays, startOf } from '#shop/kernel/day.ts'
import { restartableDatabase } from '#tests/own-database.ts'
import { fillShop } from './million-orders.ts'
import { quantile, say, writeSection } from './report.ts'

const RUNS = 30
const GOAL_MS = 100
const orders = Number(process.argv[2] ?? 1_000_000)
const now = new Date()

const folder = mkdtempSync(join(tmpdir(), 'bench-analytics-'))
chmodSync(folder, 0o755)
const server = restartableDatabase(folder)
await server.start()
const { db, close } = openDatabase({ url: server.url, poolSize: 10, onError: () => {} })
try {
  await migrate(db)
  say(`Filling a shop with ${orders.toLocaleString('en-IN')} orders of a year …`)
  await fillShop(db, now, orders, say)
  say('Counting all of them …')
  const [, counting] = await measureTime(() => refreshAll(db))
  await sql`vacuum analyze`.execute(db)
  say('Reading …')
  const rows = [await measureRow('overview', () => readOverview(db, now))]
  for (const period of RECENT_PERIODS)
    rows.push(await measureRow(`analytics, ${period}`, () => readPage(db, period)))
  for (const [name, work] of await rowCases(db)) rows.push(await measureRow(name, work))
  rows.push(await measureRow('counting after one order changed', () => changeOneOrder(db)))

  const year = recentPeriod('1y', now)
  const { from, to } = year.current
  const [direct, directMs] = await measureTime(() => countDirectly(db, from, to))
  const same = direct === (await readCompared(db, year)).now.revenue
  if (!same)
    throw new Error('the revenue of the rollups differs from the direct count: look into refresh-rollups.ts')
  writeSection('analytics', section(rows, counting, directMs))
} finally {
  await close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** The figures and the first rows of each report. */
async function readPage(db: Db, key: (typeof RECENT_PERIODS)[number]): Promise<void> {
  const period = recentPeriod(key, now)
  const top = { page: 1, after: null, limit: 8 }
  await Promise.all([readCompared(db, period), ...allReports().map(({ read }) => read(db, period, top))])
}

/** The rows behind the figures of a year: the first page, and a page at the year's beginning. */
async function rowCases(db: Db): Promise<[string, () => Promise<unknown>][]> {
  const year = recentPeriod('1y', now)
  const page = async (id: string, part: string[] = [], after: string | null = null, limit = 50) => {
    const [by, ...keys] = part
    const params = new URLSearchParams([...(by ? [['by', by]] : []), ...keys.map((key) => ['key', key])])
    const report = await findReport(db, id, params)
    if (!report) throw new Error(`no report ${id}`)
    return report.read(db, year, { page: 1, after, limit })
  }
  const product = (await page('products')).rows.at(0)?.productId
  const smallest = (await page('cities', [], null, 10_000)).rows.at(-1)
  const city = ['cities', `${smallest?.city}`, `${smallest?.state}`]
  const early = await sql<{ id: string }>`
    select id from orders where created_at > ${startOf(addDays(year.current.from, 60))} order by created_at limit 1`.execute(
    db,
  )
  const far = early.rows[0]?.id ?? null
  return [
    ['all cities, 1y', () => page('cities', [], null, 10_000)],
    ['orders of 1y', () => page('orders')],
    ['orders of a product, 1y', () => page('orders', ['products', `${product}`])],
    ['orders of a city, 1y', () => page('orders', city)],
    ['orders of a city, page after ten months', () => page('orders', city, far)],
    ['visits of 1y', () => page('visits')],
  ]
}

async function refreshAll(db: Db): Promise<void> {
  for (;;) {
    const counted = await refreshRollups({ db: db as never, now })
    if (counted.value === 0) return
  }
}

/** Cancels an old order and refreshes the rollups. */
async function changeOneOrder(db: Db): Promise<void> {
  await sql`update orders set status = 'cancelled' where id = (
    select id from orders where status = 'delivered' order by id limit 1)`.execute(db)
  await refreshAll(db)
}

async function countDirectly(db: Db, from: string, to: string): Promise<number> {
  const { rows } = await sql<{ revenue: number }>`
    select sum(total)::bigint as revenue from orders
    where status <> 'cancelled' and payment_status = 'paid'
      and (created_at at time zone 'Asia/Kolkata')::date between ${from}::date and ${to}::date`.execute(db)
  return rows[0]?.revenue ?? 0
}

async function measureTime<Value>(work: () => Promise<Value>): Promise<[Value, number]> {
  const began = performance.now()
  const value = await work()
  return [value, performance.now() - began]
}

async function measureRow(name: string, work: () => Promise<unknown>): Promise<string> {
  await work()
  const times: number[] = []
  for (let run = 0; run < RUNS; run += 1) times.push((await measureTime(work))[1])
  const sorted = times.toSorted((a, b) => a - b)
  const [p50, p95] = [quantile(sorted, 0.5), quantile(sorted, 0.95)]
  return `| ${name} | ${p50.toFixed(1)} | ${p95.toFixed(1)} | ${p95 <= GOAL_MS ? 'met' : 'missed'} |`
}

function section(rows: string[], countingMs: number, directMs: number): string {
  return `## Analytics

At ${orders.toLocaleString('en-IN')} orders of a year, from figures counted in advance.

| | p50 ms | p95 ms | goal ${GOAL_MS} ms |
|---|---|---|---|
${rows.join('\n')}

Counting all of them in advance took ${(countingMs / 1000).toFixed(0)} s. The revenue of the year counted directly from the orders is the same, and takes
${directMs.toFixed(0)} ms.`
}
