/** A real shop with a streaming replica for the catalogue and the figures. */
import { expect, it } from 'vitest'
import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { query } from '#tests/faults/embedded-queries.ts'
import { shopWithReplica } from '#tests/faults/replica.ts'
import { POLLING } from '#tests/faults/restartable-shop.ts'

const SEARCH = '/api/products?q=ragi'
const { database, replica, fetchOk, countLogLines, readPrice, setPrice } = await shopWithReplica()

/** Returns the number of scans of the table on a server. */
async function scans(server: string, table: string): Promise<number> {
  const [row] = await query<{ scans: number }>(
    server,
    `select pg_stat_force_next_flush(), (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as scans
       from pg_stat_user_tables where relname = '${table}'`,
  )
  return row?.scans ?? 0
}

/** Requests the page until `here` has scanned the table. Returns how many scans `there` made during that time. */
async function scansElsewhere(path: string, table: string, servers: { here: string; there: string }) {
  const [here, there] = await Promise.all([scans(servers.here, table), scans(servers.there, table)])
  const request = async () => {
    await fetchOk(path)
    return scans(servers.here, table)
  }
  await expect.poll(request, POLLING).toBeGreaterThan(here)
  return (await scans(servers.there, table)) - there
}

it('reads catalogue and figures from the replica, and sessions from the primary', async () => {
  const onReplica = { here: replica.url, there: database.url }
  await scansElsewhere(SEARCH, 'products', onReplica)
  await scansElsewhere('/admin/dashboard/analytics', 'daily_sales', onReplica)
  const onPrimary = { here: database.url, there: replica.url }
  expect(await scansElsewhere('/admin/dashboard/orders', 'sessions', onPrimary)).toBe(0)
})

it('shows a changed price at once, stops using a replica that lags too far, and later uses it again', async () => {
  const price = await readPrice()
  await replica.pauseReplay(true)
  await setPrice(price - 9)
  expect(await readPrice()).toBe(price - 9)
  const products: { id: string; price: number }[] = await (await fetchOk(SEARCH)).json()
  expect(products.find(({ id }) => id === seedId(2))?.price).toBe(price - 9)
  const sql = `select price from products where id = '${seedId(2)}'`
  const [old] = await query<{ price: number }>(replica.url, sql)
  expect(Number(old?.price)).toBe(price * 100)
  await expect.poll(() => countLogLines('ms behind'), POLLING).toBeGreaterThan(0)
  await fetchOk('/admin/dashboard/analytics')
  const uses = countLogLines('the read replica is used')
  await replica.pauseReplay(false)
  await expect.poll(() => countLogLines('the read replica is used'), POLLING).toBeGreaterThan(uses)
})
