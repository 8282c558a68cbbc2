/**
 * `npm run bench -- soak [minutes]` sends purchases and page requests at half of the shop's capacity for ten minutes.
 * No request may fail, and memory must not grow.
 */
import { openDatabase } from '#infra/database/open.ts'
import { checkLedger } from '#shop/inventory/movements.read.ts'
import { openBenchShop } from './bench-shop.ts'
import { runPlan } from './child.ts'
import { makeCustomers } from './customers.ts'
import { memoryOf, postmasterOf } from './processes.ts'
import { buyableProducts } from './products.ts'
import type { PurchasePlan, Purchases } from './purchases.ts'
import { median, quantile, say, writeSection } from './report.ts'
import type { RequestPlan, Requests } from './requests.ts'

const AT_ONCE = 8
const FULL_SECONDS = 8
const SAMPLE_MS = 5_000
/** Pause between two page views, in ms. */
const PAGE_PAUSE = 20

type MemorySample = { shop: number; database: number }

const minutes = Number(process.argv[2] ?? 10)
const shop = await openBenchShop()
const { db, close } = openDatabase({ url: shop.databaseUrl, poolSize: 2, onError: () => {} })
try {
  const customers = await makeCustomers(db, 256, shop.secret)
  const everything = {
    url: shop.url,
    customers,
    productIds: await buyableProducts(db),
    lines: 3,
    atOnce: AT_ONCE,
  }
  const buy = (plan: Pick<PurchasePlan, 'seconds' | 'rate'>) =>
    runPlan<Purchases>('purchases.ts', { ...everything, ...plan } satisfies PurchasePlan)
  say('measuring the capacity …')
  await buy({ seconds: FULL_SECONDS })
  const full = await buy({ seconds: FULL_SECONDS })
  const rate = full.orders / full.seconds / 2
  say(`${minutes} minutes at ${rate.toFixed(0)} purchases a second …`)
  const stopSampling = startSampling(shop.program.child.pid ?? 0, await postmasterOf(db))
  const pages: RequestPlan = {
    url: shop.url,
    path: '/products',
    atOnce: 4,
    seconds: minutes * 60,
    pause: PAGE_PAUSE,
  }
  const [purchases, views] = await Promise.all([
    buy({ seconds: minutes * 60, rate }),
    runPlan<Requests>('requests.ts', pages),
  ])
  const samples = stopSampling()
  const { gaps } = await checkLedger(db)
  if (gaps.length > 0) throw new Error(`the stock of ${gaps.length} products is not the sum of its movements`)
  writeSection('soak', section(purchases, views, samples))
} finally {
  await close()
  await shop.close()
}

/** Samples the memory every few seconds. */
function startSampling(shopId: number, databaseId: number): () => MemorySample[] {
  const samples: MemorySample[] = []
  const timer = setInterval(
    () => samples.push({ shop: memoryOf(shopId), database: memoryOf(databaseId) }),
    SAMPLE_MS,
  )
  return () => {
    clearInterval(timer)
    return samples
  }
}

function section(purchases: Purchases, pages: Requests, samples: MemorySample[]): string {
  const third = Math.floor(samples.length / 3)
  const thirds = [samples.slice(0, third), samples.slice(third, 2 * third), samples.slice(2 * third)]
  const cell = (some: MemorySample[], read: (sample: MemorySample) => number) =>
    median(some.map(read)).toFixed(0)
  const row = (name: string, read: (sample: MemorySample) => number) =>
    `| ${name} | ${thirds.map((some) => cell(some, read)).join(' | ')} |`
  const ms = (share: number) => quantile(purchases.times, share).toFixed(1)
  return `## Soak

${minutes} minutes at half of the rate measured just before: ${purchases.orders} purchases (${(purchases.orders / purchases.seconds).toFixed(0)} a second, p50 ${ms(0.5)} ms, p99 ${ms(0.99)} ms)
beside ${pages.requests} views of \`/products\`. No request failed, and every level of stock was the sum of its movements.

| MB (PSS, median) | first third | second third | last third |
|---|---|---|---|
${row('shop', ({ shop }) => shop)}
${row('database', ({ database }) => database)}
${row('together', ({ shop, database }) => shop + database)}`
}
