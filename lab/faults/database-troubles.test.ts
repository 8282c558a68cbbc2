/** A real shop whose database restarts, is slow, or is frozen while customers order. */
import { describe, expect, it, vi } from 'vitest'
import { readPostmasterFile } from '#infra/embedded-postgres/running.ts'
import { isolatedShop } from '#lab/faults/isolated-shop.ts'
import { slowConnection } from '#lab/faults/slow-connection.ts'
import { signalTo } from '#tests/faults/embedded-program.ts'
import { query } from '#tests/faults/embedded-queries.ts'
import { expectNoOrderLost, requestOrder, startOrderLoad } from '#tests/faults/order-load.ts'
import { descendantsOf } from '#tests/faults/processes.ts'
import { endShop } from '#tests/shop-program.ts'

const POLLING = { timeout: 60_000, interval: 20 }
/** Added latency of the slow database. */
const SLOW_MS = 500

const { room, database, connection, shop, url, cookie } = await isolatedShop(slowConnection, {
  DATABASE_PATIENCE_MS: '3000',
})
await query(database.url, 'update products set stock_quantity = 100000')

const status = async (path: string) => (await fetch(url + path, { headers: { cookie } })).status
const target = () => ({ url, cookie, databaseUrl: database.url })

describe('the shop', () => {
  it('loses no acknowledged order when its database restarts under load, and recovers by itself', async () => {
    const load = startOrderLoad(url, cookie, 4)
    await load.waitForOrders(30)
    await database.stop()
    await database.start()
    await load.waitForOrders(30)
    await load.stop()
    expect(load.outcomes.map((outcome) => outcome.status).filter((code) => code !== 201)).toEqual(
      load.outcomes.filter(({ id }) => id === null).map(() => 503),
    )
    await vi.waitUntil(async () => (await status('/orders')) === 200, POLLING)
    await expectNoOrderLost(target(), load.outcomes)
  })

  it('serves pages at once with a slow database, and orders succeed or get a 503', async () => {
    const openPages = () => Promise.all(['/', '/products', '/hydration'].map((path) => fetch(url + path)))
    connection.delay(SLOW_MS)
    // Rollups of the previous test's orders may still make pages render again, slowly, but only once.
    await vi.waitUntil(async () => {
      const first = await Promise.race([status('/orders').then(() => 'the database'), openPages()])
      if (first === 'the database') return false
      expect((first as Response[]).map((page) => page.status)).toEqual([200, 200, 200])
      return true
    }, POLLING)
    const outcomes = await Promise.all([
      requestOrder(url, cookie),
      requestOrder(url, cookie),
      requestOrder(url, cookie),
    ])
    connection.delay(0)
    const fastestMs = Math.min(...outcomes.map(({ startedAt, endedAt }) => endedAt - startedAt))
    process.stdout.write(`  an order after ${Math.round(fastestMs)} ms\n`)
    expect(fastestMs).toBeGreaterThan(2 * SLOW_MS)
    const statuses = new Set(outcomes.map((outcome) => outcome.status))
    expect(statuses).toContain(201)
    expect([...statuses].filter((code) => code !== 201 && code !== 503)).toEqual([])
    await expectNoOrderLost(target(), outcomes)
  })

  it('answers 503 within seconds while its database is frozen, serves pages, and recovers by itself', async () => {
    const pids = databasePids()
    expect(pids.length).toBeGreaterThan(5)
    for (const pid of pids) signalTo(pid, 'SIGSTOP')
    try {
      const outcomes = await Promise.all(Array.from({ length: 12 }, () => requestOrder(url, cookie)))
      const page = await status('/orders')
      const slowest = Math.max(...outcomes.map(({ startedAt, endedAt }) => endedAt - startedAt))
      process.stdout.write(`  the last 503 came after ${Math.round(slowest)} ms\n`)
      expect([...new Set(outcomes.map((outcome) => outcome.status)), page]).toEqual([503, 503])
      expect(slowest).toBeLessThan(30_000)
      expect(await status('/products')).toBe(200)
      expect(await status('/healthz')).toBe(200)
      for (const pid of pids) signalTo(pid, 'SIGCONT')
      await vi.waitUntil(async () => (await status('/orders')) === 200, POLLING)
      await expectNoOrderLost(target(), outcomes)
    } finally {
      for (const pid of pids) signalTo(pid, 'SIGCONT')
    }
  })

  it('stops while its database is frozen, and names the steps that it abandoned', async () => {
    const pids = databasePids()
    for (const pid of pids) signalTo(pid, 'SIGSTOP')
    try {
      expect(await endShop(shop, 'SIGTERM')).toBe(1)
      expect(shop.lines.filter((line) => line.includes('cannot be stopped')).length).toBeGreaterThan(0)
    } finally {
      for (const pid of pids) signalTo(pid, 'SIGCONT')
    }
  })
})

function databasePids(): number[] {
  const server = readPostmasterFile(`${room}/database/postgres`)?.pid ?? 0
  return [server, ...descendantsOf(server)]
}
