/** `npm run bench -- memory` measures the memory of the shop and its database before and after load. Linux only. */
import { setTimeout as pause } from 'node:timers/promises'
import { REVIEWED } from '#app/kit/paths.ts'
import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { openDatabase } from '#infra/database/open.ts'
import { waitForCachedPages } from '#tests/real-shop.ts'
import { openBenchShop } from './bench-shop.ts'
import { runPlan } from './child.ts'
import { makeCustomers } from './customers.ts'
import { memoryOf, postmasterOf } from './processes.ts'
import { buyableProducts } from './products.ts'
import type { PurchasePlan, Purchases } from './purchases.ts'
import { say, writeSection } from './report.ts'
import type { RequestPlan, Requests } from './requests.ts'

const GOAL_MB = 260
const SECONDS = 10
/** Shop and database release idle connections and unused heap within this time. */
const IDLE_MS = 30_000

type Memory = { when: string; shop: number; database: number }

const shop = await openBenchShop()
const { db, close } = openDatabase({ url: shop.databaseUrl, poolSize: 2, onError: () => {} })
try {
  const [shopId, databaseId] = [shop.program.child.pid ?? 0, await postmasterOf(db)]
  const measureMemory = (when: string): Memory => ({
    when,
    shop: memoryOf(shopId),
    database: memoryOf(databaseId),
  })
  await waitForCachedPages(shop.program)
  const rows = [measureMemory('started, all public pages cached')]
  say('pages …')
  await loadPath('/products')
  await loadPath(`/product/${seedId(2)}?${REVIEWED}=1`)
  rows.push(measureMemory('after pages, cached and rendered'))
  say('orders …')
  const customers = await makeCustomers(db, 64, shop.secret)
  const goods = { productIds: await buyableProducts(db), lines: 3 }
  const { orders } = await runPlan<Purchases>('purchases.ts', {
    ...{ url: shop.url, customers, atOnce: 8, seconds: SECONDS, ...goods },
  } satisfies PurchasePlan)
  rows.push(measureMemory(`right after ${orders} purchases, 8 at once`))
  await pause(IDLE_MS)
  rows.push(measureMemory('half a minute later'))
  writeSection('memory', section(rows))
} finally {
  await close()
  await shop.close()
}

async function loadPath(path: string): Promise<void> {
  const plan: RequestPlan = { url: shop.url, path, atOnce: 8, seconds: SECONDS }
  await runPlan<Requests>('requests.ts', plan)
}

function section(rows: Memory[]): string {
  const cells = ({ when, shop, database }: Memory) =>
    `| ${when} | ${shop.toFixed(0)} | ${database.toFixed(0)} | **${(shop + database).toFixed(0)}** |`
  return `## Memory

MB, each shared page counted once (PSS of the shop's process and of all processes of its database). Goal after load:
${GOAL_MB} together.

| | shop | database | together |
|---|---|---|---|
${rows.map(cells).join('\n')}`
}
