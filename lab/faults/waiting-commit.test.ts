/** Commits wait while the synchronous standby is down: an order is acknowledged only once a second server has it. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { sign } from '#infra/payments/gateways.ts'
import { directConnection, isolatedShop } from '#lab/faults/isolated-shop.ts'
import { query } from '#tests/faults/embedded-queries.ts'
import { requestOrder } from '#tests/faults/order-load.ts'
import { POLLING } from '#tests/faults/restartable-shop.ts'
import { cardSettings, RAZORPAY_KEYS } from '#tests/razorpay-server.ts'
import { signIn } from '#tests/shop-customer.ts'

const TIMEOUT_MS = 1_000
const { database, url, cookie } = await isolatedShop(directConnection, {
  DATABASE_PATIENCE_MS: `${TIMEOUT_MS}`,
  ...cardSettings('http://127.0.0.1:9'),
})
let other: string

/** Orders of one product wait for each other, so the second customer orders another product. */
const otherProduct = seedId(3)

/** Commits that wait for the standby: of orders, and of jobs that run beside them. */
const WAITING = "from pg_stat_activity where wait_event = 'SyncRep' and query = 'commit'"

async function longestWait(): Promise<number> {
  const age = 'max(extract(epoch from now() - state_change)::float)'
  const [row] = await query<{ seconds: number | null }>(database.url, `select ${age} as seconds ${WAITING}`)
  return row?.seconds ?? 0
}

async function setStandby(name: string): Promise<void> {
  await query(database.url, `alter system set synchronous_standby_names = '${name}'`)
  await query(database.url, 'select pg_reload_conf()')
  await expect
    .poll(() => query(database.url, 'show synchronous_standby_names'))
    .toEqual([{ synchronous_standby_names: name }])
}

const readOrders = (key: string) =>
  query<{ id: string }>(database.url, `select id from orders where idempotency_key = '${key}'`)

/** Sends the same webhook each time, of a kind that the shop only stores. */
async function sendWebhook(): Promise<number> {
  const body = JSON.stringify({ event: 'order.notified' })
  const answer = await fetch(`${url}/api/webhooks/razorpay`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-razorpay-event-id': 'event_1',
      'x-razorpay-signature': sign(RAZORPAY_KEYS.webhookSecret, body),
    },
  })
  return answer.status
}

beforeAll(async () => {
  other = await signIn(url, 'worker@demo.test')
  // The first order fills caches, and shows that the shop works.
  expect((await requestOrder(url, cookie)).status).toBe(201)
  expect(await sendWebhook()).toBe(200)
})

describe('while the standby is down', () => {
  const keys = { first: randomUUID(), second: randomUUID() }

  it('a commit waits longer than any time limit, and neither ends nor is acknowledged', async () => {
    await setStandby('nobody')
    expect(await requestOrder(url, cookie, keys.first)).toMatchObject({ status: 503, id: null })
    await expect.poll(longestWait, POLLING).toBeGreaterThan((3 * TIMEOUT_MS) / 1000)
    expect(await readOrders(keys.first)).toEqual([])
  })

  it('a commit whose wait is cancelled is not acknowledged, and neither is its repetition', async () => {
    const answer = requestOrder(url, other, keys.second, otherProduct)
    const cancelWait = async () => {
      await query(database.url, `select pg_cancel_backend(pid) ${WAITING}`)
      return readOrders(keys.second)
    }
    await expect.poll(cancelWait, POLLING).toHaveLength(1)
    expect(await answer).toMatchObject({ status: 503, id: null })
    expect(await requestOrder(url, other, keys.second, otherProduct)).toMatchObject({ status: 503, id: null })
  })

  it('a repeated webhook is not acknowledged, since it may be stored on one server only', async () => {
    expect(await sendWebhook()).toBe(503)
  })

  it('a repeated order is acknowledged by its idempotency key as soon as the standby is up again', async () => {
    await setStandby('')
    for (const [customer, key, product] of [
      [cookie, keys.first, undefined],
      [other, keys.second, otherProduct],
    ] as const) {
      const order = await requestOrder(url, customer, key, product)
      expect([200, 201]).toContain(order.status)
      expect(await readOrders(key)).toEqual([{ id: order.id }])
    }
    expect(await sendWebhook()).toBe(200)
  })
})
