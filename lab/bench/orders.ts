/**
 * `npm run bench -- orders` compares purchases by API, 1, 8 and 32 at a time, with the bare database, and lets all
 * customers buy the same product. Stock must agree with the sales.
 */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '#infra/database/open.ts'
import type { Db } from '#shop/ctx.ts'
import { checkLedger } from '#shop/inventory/movements.read.ts'
import { openBenchShop } from './bench-shop.ts'
import { runPlan } from './child.ts'
import { makeCustomers } from './customers.ts'
import { buyableProducts, setStock } from './products.ts'
import type { PurchasePlan, Purchases } from './purchases.ts'
import { recordPurchases } from './recorded-purchases.ts'
import type { ReplayPlan, ReplayResults } from './replay.ts'
import { median, quantile, say, writeSection } from './report.ts'

const AT_ONCE = [1, 8, 32]
const ROUNDS = 5
const SECONDS = 3
const CUSTOMERS = 256
const SCARCE_UNITS = 300
const RECORDER = join(import.meta.dirname, 'statement-recorder.ts')

type Row = { name: string; orders: number; p50: number; p99: number; database: number; ratio: number }

const record = join(tmpdir(), `bench-record-${process.pid}`)
const shop = await openBenchShop({ preload: RECORDER, env: { RECORD_TO: record } })
const { db, close } = openDatabase({ url: shop.databaseUrl, poolSize: 2, onError: () => {} })
try {
  const customers = await makeCustomers(db, CUSTOMERS, shop.secret)
  const productIds = await buyableProducts(db)
  const everything = { url: shop.url, customers, productIds, lines: 3 }
  // Every customer orders once before, so that the bench measures no first order.
  await buy({ ...everything, atOnce: 8, seconds: 8 })
  const recorded = await recordPurchases(shop.url, record, customers.slice(0, 32), everything)
  const statements = recorded[0]?.[1]?.length ?? 0
  say(`${statements} statements a purchase`)
  const rows: Row[] = []
  for (const atOnce of AT_ONCE)
    rows.push(await compare(`three lines, ${atOnce} at once`, everything, recorded, atOnce))
  const hot = { ...everything, productIds: productIds.slice(0, 1), lines: 1 }
  const hotRecorded = await recordPurchases(shop.url, record, customers.slice(0, 32), hot)
  rows.push(await compare('the same product, 8 at once', hot, hotRecorded, 8))
  rows.push(await compare('the same product, 32 at once', hot, hotRecorded, 32))
  const sold = await sellOut(hot)
  writeSection('orders', section(rows, statements, sold))
} finally {
  await close()
  await shop.close()
}

async function buy(plan: PurchasePlan): Promise<Purchases> {
  const start = await countSales(db)
  const confirmed = await runPlan<Purchases>('purchases.ts', plan)
  const after = await countSales(db)
  const sold = { orders: after.orders - start.orders, units: after.units - start.units }
  if (sold.orders !== confirmed.orders || sold.units !== confirmed.units)
    throw new Error(
      `the shop confirmed ${confirmed.orders} orders of ${confirmed.units} units, but stored ${sold.orders} of ${sold.units}`,
    )
  await checkStock(db)
  return confirmed
}

/** Throws unless the stock of every product is the sum of its movements. */
async function checkStock(db: Db): Promise<void> {
  const { gaps } = await checkLedger(db)
  if (gaps.length > 0) throw new Error(`the stock of ${gaps.length} products is not the sum of its movements`)
}

async function countSales(db: Db): Promise<{ orders: number; units: number }> {
  const { rows } = await sql<{ orders: number; units: number }>`
    select (select count(*) from orders)::int as orders,
      (select coalesce(-sum(quantity), 0) from stock_movements where reason = 'order')::int as units`.execute(
    db,
  )
  return rows[0] ?? { orders: 0, units: 0 }
}

/** Measures shop and bare database in alternating rounds, so that noise affects both. */
async function compare(
  name: string,
  goods: Omit<PurchasePlan, 'atOnce' | 'seconds'>,
  purchases: ReplayPlan['purchases'],
  atOnce: number,
): Promise<Row> {
  say(`${name} …`)
  const rounds: { shop: Purchases; database: ReplayResults }[] = []
  const replay = { databaseUrl: shop.databaseUrl, purchases, atOnce, seconds: SECONDS }
  for (let round = 0; round < ROUNDS; round += 1) {
    const runPurchases = () => buy({ ...goods, atOnce, seconds: SECONDS })
    const runReplay = () => runPlan<ReplayResults>('replay.ts', replay)
    const first = round % 2 === 0 ? await runPurchases() : null
    const database = await runReplay()
    rounds.push({ shop: first ?? (await runPurchases()), database })
  }
  const rate = ({ orders, seconds }: { orders: number; seconds: number }) => orders / seconds
  const times = rounds.flatMap((round) => round.shop.times).toSorted((a, b) => a - b)
  const row = {
    name,
    orders: median(rounds.map((round) => rate(round.shop))),
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    database: median(rounds.map((round) => rate(round.database))),
    ratio: median(rounds.map((round) => rate(round.shop) / rate(round.database))),
  }
  say(
    `  ${row.orders.toFixed(0)} orders/s, database ${row.database.toFixed(0)}, ratio ${row.ratio.toFixed(2)}`,
  )
  return row
}

/** Lets all customers order a scarce product. */
async function sellOut(hot: Omit<PurchasePlan, 'atOnce' | 'seconds'>): Promise<Purchases> {
  say('selling out …')
  await setStock(db, hot.productIds, SCARCE_UNITS)
  const confirmed = await buy({ ...hot, atOnce: 32, seconds: 5 })
  const { stockQuantity } = await db
    .selectFrom('products')
    .select('stockQuantity')
    .where('id', '=', hot.productIds[0] ?? '')
    .executeTakeFirstOrThrow()
  if (confirmed.units + stockQuantity !== SCARCE_UNITS)
    throw new Error(`${confirmed.units} sold and ${stockQuantity} left of ${SCARCE_UNITS}`)
  return confirmed
}

function section(rows: Row[], statements: number, sold: Purchases): string {
  const cells = ({ name, orders, p50, p99, database, ratio }: Row) =>
    `| ${name} | ${orders.toFixed(0)} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${database.toFixed(0)} | **${ratio.toFixed(2)}** |`
  return `## Orders

Whole purchases through the API, cash on delivery: a quote and an order, ${statements} statements in all, written to disk before they
are answered. For comparison, the same statements are sent straight to the database, in alternating rounds of the same
run (goals: a ratio of 0.7 at one at once, and 0.8 at eight).

| | orders a second | p50 ms | p99 ms | database alone | ratio |
|---|---|---|---|---|---|
${rows.map(cells).join('\n')}

After every round, the orders and units confirmed to customers matched those stored, and each stock level was the sum of
its movements. Of ${SCARCE_UNITS} units that 32 customers competed for, ${sold.units} were sold in ${sold.orders} orders and ${sold.refused} requests were refused.`
}
