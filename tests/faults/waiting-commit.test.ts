/** Commits that wait for a synchronous standby which is away. An order is acknowledged only when a second server has it. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { query } from '#tests/faults/embedded-queries.ts'
import { directConnection, isolatedShop } from '#tests/faults/isolated-shop.ts'
import { order } from '#tests/faults/order-load.ts'
import { POLLING } from '#tests/faults/restartable-shop.ts'
import { signIn } from '#tests/shop-customer.ts'

const PATIENCE_MS = 1_000
const { database, url, cookie } = await isolatedShop(directConnection, {
  DATABASE_PATIENCE_MS: `${PATIENCE_MS}`,
})
let other: string

/** Orders of one product wait for each other, so the second customer buys another one. */
const otherProduct = seedId(3)

type Waiting = { pid: number; seconds: number }

/** Commits that wait for the standby. */
async function waitingCommits(): Promise<Waiting[]> {
  return query(
    database.url,
    `select pid, extract(epoch from now() - state_change)::float as seconds from pg_stat_activity
      where wait_event = 'SyncRep' and query = 'commit' order by query_start`,
  )
}

async function setStandby(name: string): Promise<void> {
  await query(database.url, `alter system set synchronous_standby_names = '${name}'`)
  await query(database.url, 'select pg_reload_conf()')
  await expect
    .poll(() => query(database.url, 'show synchronous_standby_names'))
    .toEqual([{ synchronous_standby_names: name }])
}

const made = (key: string) =>
  query<{ id: string }>(database.url, `select id from orders where idempotency_key = '${key}'`)

/** Requests an order, and resolves when its commit waits. */
async function orderThatWaits(customer: string, key: string, productId?: string) {
  const before = await waitingCommits()
  const answer = order(url, customer, key, productId)
  const isNew = ({ pid }: Waiting) => !before.some((one) => one.pid === pid)
  await expect.poll(async () => (await waitingCommits()).filter(isNew).length, POLLING).toBe(1)
  return { answer, pid: (await waitingCommits()).find(isNew)?.pid ?? 0 }
}

beforeAll(async () => {
  other = await signIn(url, 'worker@demo.test')
  // The first order fills caches, and shows that nothing else is wrong.
  expect((await order(url, cookie)).status).toBe(201)
})

describe('while the standby is away', () => {
  const keys = { first: randomUUID(), second: randomUUID() }

  it('a commit waits longer than any time limit, and neither ends nor is acknowledged', async () => {
    await setStandby('nobody')
    const { answer } = await orderThatWaits(cookie, keys.first)
    expect(await answer).toMatchObject({ status: 503, id: null })
    const longest = async () => Math.max(0, ...(await waitingCommits()).map(({ seconds }) => seconds))
    await expect.poll(longest, POLLING).toBeGreaterThan((3 * PATIENCE_MS) / 1000)
    expect(await made(keys.first)).toEqual([])
  })

  it('a commit whose wait is cancelled is not acknowledged, and neither is it when asked again', async () => {
    const { answer, pid } = await orderThatWaits(other, keys.second, otherProduct)
    await query(database.url, `select pg_cancel_backend(${pid})`)
    expect(await answer).toMatchObject({ status: 503, id: null })
    expect(await made(keys.second)).toHaveLength(1)
    expect(await order(url, other, keys.second, otherProduct)).toMatchObject({ status: 503, id: null })
  })

  it('is settled by its key, once the standby is back', async () => {
    await setStandby('')
    for (const [customer, key, product] of [
      [cookie, keys.first, undefined],
      [other, keys.second, otherProduct],
    ] as const) {
      const settled = await order(url, customer, key, product)
      expect([200, 201]).toContain(settled.status)
      expect(await made(key)).toEqual([{ id: settled.id }])
    }
  })
})
