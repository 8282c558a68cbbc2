/** `npm run bench -- api` measures API requests that query the database, 8 at a time. */
import { openDatabase } from '#infra/database/open.ts'
import { openBenchShop } from './bench-shop.ts'
import { runPlan } from './child.ts'
import { makeCustomers } from './customers.ts'
import { buyableProducts } from './products.ts'
import type { PurchasePlan, Purchases } from './purchases.ts'
import { quantile, say, writeSection } from './report.ts'
import type { RequestPlan, Requests } from './requests.ts'

const AT_ONCE = 8
const SECONDS = 4

const shop = await openBenchShop()
const { db, close } = openDatabase({ url: shop.databaseUrl, poolSize: 2, onError: () => {} })
try {
  const [customer, ...others] = await makeCustomers(db, 32, shop.secret)
  if (!customer) throw new Error('there is no customer')
  const productIds = await buyableProducts(db)
  const plan: PurchasePlan = {
    url: shop.url,
    customers: [customer, ...others],
    productIds,
    lines: 3,
    atOnce: 4,
    seconds: 4,
  }
  await runPlan<Purchases>('purchases.ts', plan)
  const { id } = await db
    .selectFrom('orders')
    .select('id')
    .where('userId', '=', customer.id)
    .limit(1)
    .executeTakeFirstOrThrow()
  const items = productIds.slice(0, 3).map((product_id) => ({ product_id, quantity: 1 }))
  const { cookie } = customer
  const rows = [
    await measureRow('products found by a word', { path: '/api/products?q=ragi' }),
    await measureRow('a quote of three lines', { path: '/api/cart/quote', cookie, bodies: [{ items }] }),
    await measureRow('own orders, 20 of them', { path: '/api/orders?limit=20', cookie }),
    await measureRow('one order', { path: `/api/orders/${id}`, cookie }),
    await measureRow('own account', { path: `/api/users/${customer.id}`, cookie }),
  ]
  writeSection('api', section(rows))
} finally {
  await close()
  await shop.close()
}

async function measureRow(
  name: string,
  request: Pick<RequestPlan, 'path' | 'cookie' | 'bodies'>,
): Promise<string> {
  say(`${name} …`)
  const sendFor = (seconds: number) =>
    runPlan<Requests>('requests.ts', {
      url: shop.url,
      atOnce: AT_ONCE,
      seconds,
      hasOwnAddresses: true,
      ...request,
    } satisfies RequestPlan)
  await sendFor(1)
  const { requests, seconds, times } = await sendFor(SECONDS)
  const cells = [requests / seconds, quantile(times, 0.5), quantile(times, 0.99)]
  return `| ${name} | ${cells.map((cell, at) => cell.toFixed(at === 0 ? 0 : 1)).join(' | ')} |`
}

function section(rows: string[]): string {
  return `## API reads

Answers that are not cached: each one queries the database. ${AT_ONCE} at once.

| | requests a second | p50 ms | p99 ms |
|---|---|---|---|
${rows.join('\n')}`
}
