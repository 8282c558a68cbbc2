/** A real shop with a streaming replica for the catalogue and the figures. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { query } from '#tests/faults/embedded-queries.ts'
import { openFolder, removeFolders } from '#tests/faults/folders.ts'
import { type Replica, startReplica } from '#tests/faults/replica.ts'
import { ownDatabase } from '#tests/own-database.ts'
import { keptAll, signInStaff, startRealShop } from '#tests/real-shop.ts'
import { endShop, readyShop, type ShopProgram } from '#tests/shop-program.ts'

const PATIENCE = { timeout: 60_000, interval: 20 }
const PRODUCT = `/api/products/${seedId(2)}`
const SEARCH = '/api/products?q=ragi'

const room = openFolder()
const database = ownDatabase(room)
let replica: Replica
let shop: ShopProgram
let url: string
let admin: string

beforeAll(async () => {
  await database.start()
  replica = await startReplica(`${room}/database`, openFolder(), openFolder())
  shop = await startRealShop(database.url, `${room}/data`, {
    DATABASE_REPLICA_URL: replica.url,
    LOG_LEVEL: 'info',
    WARM_PAGES: 'on',
  })
  url = await readyShop(shop)
  await keptAll(shop)
  admin = await signInStaff(url, database.url)
})

afterAll(async () => {
  await endShop(shop, 'SIGTERM')
  await replica.stop()
  await database.stop()
  removeFolders()
})

/** Scans of the table on the replica and on the primary during `work`. */
async function readsOf(work: () => Promise<unknown>, table: string) {
  const count = async (server: string) => {
    const [row] = await query<{ reads: number }>(
      server,
      `select pg_stat_force_next_flush(), (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as reads
         from pg_stat_user_tables where relname = '${table}'`,
    )
    return row?.reads ?? 0
  }
  const before = { replica: await count(replica.url), primary: await count(database.url) }
  await work()
  const after = async () => ({
    replica: (await count(replica.url)) - before.replica,
    primary: (await count(database.url)) - before.primary,
  })
  return after
}

const priceNow = async (): Promise<number> => (await (await fetch(url + PRODUCT)).json()).price
const ok = async (path: string) =>
  expect((await fetch(url + path, { headers: { cookie: admin } })).status).toBe(200)
const said = (text: string) => shop.lines.filter((line) => line.includes(text)).length

async function setPrice(price: number): Promise<void> {
  const product = await (await fetch(url + PRODUCT)).json()
  const changed = await fetch(url + PRODUCT, {
    method: 'PUT',
    headers: { cookie: admin, origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ price, ...(product.updated_at && { updated_at: product.updated_at }) }),
  })
  expect(changed.status).toBe(200)
}

describe('with a read replica', () => {
  it('reads the catalogue and figures there, and nothing else', async () => {
    await vi.waitUntil(() => said('the read replica is used') > 0, PATIENCE)
    await vi.waitUntil(async () => {
      const after = await readsOf(() => ok(SEARCH), 'products')
      return vi.waitUntil(async () => (await after()).replica > 0, { timeout: 3_000 }).catch(() => false)
    }, PATIENCE)
    const figures = await readsOf(() => ok('/admin/dashboard/analytics'), 'daily_sales')
    await vi.waitUntil(async () => (await figures()).replica > 0, PATIENCE)
    const sessions = await readsOf(() => ok('/admin/dashboard/orders'), 'sessions')
    await vi.waitUntil(async () => (await sessions()).primary > 0, PATIENCE)
    expect((await sessions()).replica).toBe(0)
  })

  it('shows a changed price at the very next request, however far the replica is behind', async () => {
    const price = await priceNow()
    for (let times = 1; times <= 5; times += 1) {
      await setPrice(price - times)
      expect(await priceNow()).toBe(price - times)
    }
    await replica.holdStill(true)
    await setPrice(price - 9)
    expect(await priceNow()).toBe(price - 9)
    const found: { id: string; price: number }[] = await (await fetch(url + SEARCH)).json()
    expect(found.find(({ id }) => id === seedId(2))?.price).toBe(price - 9)
    const [old] = await query<{ price: number }>(
      replica.url,
      `select price from products where id = '${seedId(2)}'`,
    )
    expect(Number(old?.price)).toBe((price - 5) * 100)
  })

  it('leaves a replica that lags too far, and comes back to it', async () => {
    await vi.waitUntil(() => said('ms behind') > 0, PATIENCE)
    await ok('/admin/dashboard/analytics')
    const before = said('the read replica is used')
    await replica.holdStill(false)
    await vi.waitUntil(() => said('the read replica is used') > before, PATIENCE)
  })

  it('reads from the primary when the replica is gone', async () => {
    await replica.stop()
    for (const path of [SEARCH, '/admin/dashboard/analytics', '/admin/dashboard']) await ok(path)
    await vi.waitUntil(() => said('the read replica is not used') > 1, PATIENCE)
    const price = await priceNow()
    await setPrice(price - 1)
    expect(await priceNow()).toBe(price - 1)
  })
})
