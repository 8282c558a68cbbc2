import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { query } from '#tests/faults/embedded-queries.ts'
import { placeOrder } from '#tests/shop-customer.ts'

/**
 * The outcome of ordering one `product`. `id` is set if the shop acknowledged the order; `status` is 0 without
 * a response.
 */
export type Outcome = {
  key: string
  product: string
  status: number
  id: string | null
  startedAt: number
  endedAt: number
}

/** Requests one order with this idempotency key. */
export async function requestOrder(
  url: string,
  cookie: string,
  key: string = randomUUID(),
  product: string = seedId(2),
): Promise<Outcome> {
  const startedAt = performance.now()
  const result = await placeOrder(url, cookie, key, product)
    .then(readResult)
    .catch(() => NO_RESPONSE)
  return { key, product, ...result, startedAt, endedAt: performance.now() }
}

const NO_RESPONSE = { status: 0, id: null }

async function readResult(response: Response): Promise<{ status: number; id: string | null }> {
  const { status, ok } = response
  return { status, id: ok ? (await response.json()).id : null }
}

/**
 * Starts `lanes` browsers of a customer. Each orders repeatedly until it is stopped or the test ends, and
 * pauses after a failure.
 */
export function startOrderLoad(url: string, cookie: string, lanes: number) {
  const outcomes: Outcome[] = []
  const orders = new EventEmitter()
  let placedCount = 0
  let isOn = true
  const lane = async () => {
    while (isOn) {
      const outcome = await requestOrder(url, cookie)
      outcomes.push(outcome)
      if (outcome.id === null) await pause(20)
      else orders.emit('placed', ++placedCount)
    }
  }
  const all = Promise.all(Array.from({ length: lanes }, lane))
  /** Resolves when `more` further orders have been acknowledged. */
  const waitForOrders = async (more: number) => {
    const target = placedCount + more
    while (placedCount < target) await once(orders, 'placed')
  }
  const stop = async () => {
    isOn = false
    await all
  }
  onTestFinished(stop)
  return { outcomes, waitForOrders, stop }
}

const MAX_RETRIED = 20
const MAX_TRIES = 20

/** Repeats the request with the same key while the shop answers 503. */
async function retryOrder(shop: { url: string; cookie: string }, key: string): Promise<Outcome> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await requestOrder(shop.url, shop.cookie, key)
    if (outcome.status !== 503 || tries === MAX_TRIES) return outcome
    await pause(500)
  }
}

/**
 * Expects every acknowledged order to be in the database, with its line and stock movement. Repeats up to
 * MAX_RETRIED unacknowledged requests: each must create its order or find it. Prints the counts.
 */
export async function expectNoOrderLost(
  shop: { url: string; cookie: string; databaseUrl: string },
  outcomes: readonly Outcome[],
): Promise<void> {
  const unknown = outcomes.filter(({ id }) => id === null).slice(0, MAX_RETRIED)
  const again = await Promise.all(unknown.map(({ key }) => retryOrder(shop, key)))
  const all = [...outcomes, ...again]
  const acknowledged = all.filter(({ id }) => id !== null)
  process.stdout.write(
    `  acknowledged ${acknowledged.length}; without a response ${outcomes.length + again.length - acknowledged.length}\n`,
  )
  expect(
    again.filter(({ id }) => id === null),
    'no response after all retries',
  ).toEqual([])
  const requested = new Map(all.map(({ key, product }) => [key, product]))
  const rows = await readOrders(shop.databaseUrl)
  const orders = new Map(rows.filter(({ key }) => requested.has(key)).map((row) => [row.key, row]))
  expect(
    acknowledged.filter(({ key, id }) => orders.get(key)?.id !== id),
    'lost orders',
  ).toEqual([])
  const expectedRow = (product = '') => ({ lines: [{ product, units: 1 }], moved: [{ product, units: -1 }] })
  for (const [key, { lines, moved }] of orders)
    expect({ lines, moved }).toEqual(expectedRow(requested.get(key)))
}

type Units = { product: string; units: number }

function readOrders(databaseUrl: string) {
  return query<{ id: string; key: string; lines: Units[]; moved: Units[] }>(
    databaseUrl,
    `select id, idempotency_key as key,
      (select json_agg(json_build_object('product', product_id, 'units', quantity))
        from order_items where order_id = orders.id) as lines,
      (select json_agg(json_build_object('product', product_id, 'units', quantity))
        from stock_movements where order_id = orders.id) as moved
      from orders where idempotency_key is not null`,
  )
}
