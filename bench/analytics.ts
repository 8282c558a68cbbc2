/**
 * `npm run bench:analytics [orders]`: how fast the overview and the analytics page get their figures at a million
 * orders, from the rollups and counted directly, and what keeping the rollups costs. Prints the results.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { migrate } from '#infra/database/migrate.ts'
import { openDatabase } from '#infra/database/open.ts'
import { readAnalytics } from '#shop/analytics/analytics.read.ts'
import { readOverview } from '#shop/analytics/overview.read.ts'
import { PERIODS, spansOf } from '#shop/analytics/period.ts'
import { refreshRollups } from '#shop/analytics/refresh-rollups.ts'
import type { Db } from '#shop/ctx.ts'
import { ownDatabase } from '#tests/own-database.ts'
import { fillShop } from './million-orders.ts'

const RUNS = 30
const GOAL_MS = 100
const say = (line: string) => process.stdout.write(`${line}\n`)
const orders = Number(process.argv[2] ?? 1_000_000)
const now = new Date()

const folder = mkdtempSync(join(tmpdir(), 'bench-analytics-'))
chmodSync(folder, 0o755)
const server = ownDatabase(folder)
await server.start()
const { db, close } = openDatabase({ url: server.url, poolSize: 10, onError: () => {} })
try {
  await migrate(db)
  say(`Filling a shop with ${orders.toLocaleString('en-IN')} orders of a year …`)
  await fillShop(db, now, orders, say)
  say('Counting all of them …')
  const [, counting] = await timed(() => refreshAll(db))
  await sql`vacuum analyze`.execute(db)
  say(`  ${(counting / 1000).toFixed(1)} s in all`)

  say(`\n| answer | p50 ms | p95 ms | goal ${GOAL_MS} ms |\n|---|---|---|---|`)
  await row('overview', () => readOverview(db, now))
  for (const period of PERIODS) await row(`analytics, ${period}`, () => readAnalytics(db, period, now))
  await row('counting after one order changed', () => changeOneOrder(db))

  const { from, to } = spansOf('1y', now).current
  const [direct, directMs] = await timed(() => countDirectly(db, from, to))
  const page = await readAnalytics(db, '1y', now)
  const same = direct === page.total.revenue
  say(`\nRevenue of the year counted directly from the orders: ${Math.round(directMs)} ms; the same: ${same}`)
  if (!same) process.exitCode = 1
} finally {
  await close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function refreshAll(db: Db): Promise<void> {
  for (;;) {
    const counted = await refreshRollups({ db: db as never, now })
    if (counted.value === 0) return
  }
}

/** A late cancellation, and the counting that it makes necessary. */
async function changeOneOrder(db: Db): Promise<void> {
  await sql`update orders set status = 'cancelled' where id = (
    select id from orders where status = 'delivered' order by id limit 1)`.execute(db)
  await refreshAll(db)
}

async function countDirectly(db: Db, from: string, to: string): Promise<number> {
  const { rows } = await sql<{ revenue: number }>`
    select sum(total)::bigint as revenue from orders
    where status <> 'cancelled' and payment_status <> 'refunded'
      and (created_at at time zone 'Asia/Kolkata')::date between ${from}::date and ${to}::date`.execute(db)
  return rows[0]?.revenue ?? 0
}

async function timed<Value>(work: () => Promise<Value>): Promise<[Value, number]> {
  const began = performance.now()
  const value = await work()
  return [value, performance.now() - began]
}

async function row(name: string, work: () => Promise<unknown>): Promise<void> {
  await work()
  const times: number[] = []
  for (let run = 0; run < RUNS; run += 1) times.push((await timed(work))[1])
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(RUNS - 1, Math.floor(RUNS * share))] ?? 0
  say(
    `| ${name} | ${at(0.5).toFixed(1)} | ${at(0.95).toFixed(1)} | ${at(0.95) <= GOAL_MS ? 'met' : 'missed'} |`,
  )
}
