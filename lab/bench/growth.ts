/**
 * `npm run bench -- growth` counts the bytes that an order adds (write-ahead log, tables with their indexes, jobs) and
 * the connections of a process. It measures no time, so it may run on a busy machine.
 */
import { sql } from 'kysely'
import { openDatabase } from '#infra/database/open.ts'
import type { Db } from '#shop/ctx.ts'
import { openBenchShop } from './bench-shop.ts'
import { runPlan } from './child.ts'
import { makeCustomers } from './customers.ts'
import { buyableProducts } from './products.ts'
import type { Purchases } from './purchases.ts'
import { say, writeSection } from './report.ts'

const SECONDS = 40
const QUIET_MS = 90_000

type Table = { name: string; bytes: number }

const shop = await openBenchShop()
const { db, close } = openDatabase({ url: shop.databaseUrl, poolSize: 2, onError: () => {} })
try {
  const plan = {
    url: shop.url,
    customers: await makeCustomers(db, 256, shop.secret),
    productIds: await buyableProducts(db),
    lines: 3,
    atOnce: 8,
  }
  // Fills the indexes' first pages and the pool.
  await runPlan<Purchases>('purchases.ts', { ...plan, seconds: 10 })
  await waitUntilQuiet(db)
  const start = { at: await walPosition(db), sizes: await readTableSizes(db) }
  const { orders } = await runPlan<Purchases>('purchases.ts', { ...plan, seconds: SECONDS })
  const answered = await walBytesSince(db, start.at)
  const open = await countConnections(db)
  await waitUntilQuiet(db)
  const inAll = await walBytesSince(db, start.at)
  say(`${orders} orders`)
  writeSection(
    'growth',
    section({ orders, answered, inAll, open, grown: await tableGrowth(db, start.sizes) }),
  )
} finally {
  await close()
  await shop.close()
}

async function walPosition(on: Db): Promise<string> {
  const { rows } = await sql<{ at: string }>`select pg_current_wal_insert_lsn()::text as at`.execute(on)
  return rows[0]?.at ?? '0/0'
}

/** The bytes of write-ahead log since this position. */
async function walBytesSince(on: Db, since: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), ${since}::pg_lsn)::float8 as bytes`.execute(on)
  return rows[0]?.bytes ?? 0
}

/** Waits until no job is left, at most QUIET_MS. */
async function waitUntilQuiet(on: Db): Promise<void> {
  const end = performance.now() + QUIET_MS
  while (performance.now() < end) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pgboss.job where state < 'completed' and start_after <= now()`.execute(
      on,
    )
    if (rows[0]?.count === 0) return
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

async function readTableSizes(on: Db): Promise<Map<string, number>> {
  const { rows } = await sql<Table>`
    select schemaname || '.' || relname as name, pg_total_relation_size(relid)::float8 as bytes
    from pg_stat_user_tables`.execute(on)
  return new Map(rows.map(({ name, bytes }) => [name.replace(/^public\./, ''), bytes]))
}

async function tableGrowth(on: Db, earlier: ReadonlyMap<string, number>): Promise<Table[]> {
  return [...(await readTableSizes(on))]
    .map(([name, bytes]) => ({ name, bytes: bytes - (earlier.get(name) ?? 0) }))
    .filter(({ bytes }) => bytes > 0)
    .toSorted((a, b) => b.bytes - a.bytes)
}

async function countConnections(on: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where backend_type = 'client backend' and datname = current_database() and pid <> pg_backend_pid()`.execute(
    on,
  )
  return rows[0]?.count ?? 0
}

type GrowthFigures = { orders: number; answered: number; inAll: number; open: number; grown: Table[] }

function section({ orders, answered, inAll, open, grown }: GrowthFigures): string {
  const kb = (bytes: number) => `${(bytes / 1024 / orders).toFixed(1)} KB`
  const sum = grown.reduce((total, { bytes }) => total + bytes, 0)
  const rows = grown.slice(0, 10).map(({ name, bytes }) => `| \`${name}\` | ${kb(bytes)} |`)
  return `## What an order leaves

${orders} orders of three lines by API, cash on delivery, 8 at once, without checkpoints forced in between. A process of the shop
then held ${open} connections (those of this bench included).

| | an order |
|---|---|
| write-ahead log until the last answer | ${kb(answered)} |
| write-ahead log with emails, figures and other jobs | ${kb(inAll)} |
| tables and indexes | ${kb(sum)} |

The tables that grew most, with their indexes:

| | an order |
|---|---|
${rows.join('\n')}
`
}
