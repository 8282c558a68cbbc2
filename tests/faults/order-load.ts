import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { query } from '#tests/faults/embedded-queries.ts'
import { placeOrder } from '#tests/shop-customer.ts'

/** A requested order: `id` when the shop acknowledged it, `status` 0 without a response. */
export type Outcome = { key: string; status: number; id: string | null; began: number; ended: number }

/** Requests one order with this key, of the usual product or another one. */
export async function order(
  url: string,
  cookie: string,
  key: string = randomUUID(),
  productId?: string,
): Promise<Outcome> {
  const began = performance.now()
  const response = await placeOrder(url, cookie, key, productId).catch(() => null)
  const body = await response?.json().catch(() => null)
  const isMade = response?.status === 201 || response?.status === 200
  const id = isMade ? (body?.id ?? null) : null
  return { key, status: response?.status ?? 0, id, began, ended: performance.now() }
}

/** `lanes` browsers of a customer, each ordering again at once until stopped; a moment later where nothing was ordered. */
export function orderLoad(url: string, cookie: string, lanes: number) {
  const outcomes: Outcome[] = []
  const orders = new EventEmitter()
  let made = 0
  let isOn = true
  const lane = async () => {
    while (isOn) {
      const outcome = await order(url, cookie)
      outcomes.push(outcome)
      if (outcome.id === null) await pause(20)
      else orders.emit('made', ++made)
    }
  }
  const all = Promise.all(Array.from({ length: lanes }, lane))
  /** Resolves when `more` further orders were acknowledged. */
  const acknowledged = async (more: number) => {
    const enough = made + more
    while (made < enough) await once(orders, 'made')
  }
  const stop = async () => {
    isOn = false
    await all
  }
  return { outcomes, acknowledged, stop }
}

const RETRIED = 20
const MAX_TRIES = 20

/** Repeats the request with the same key while the shop answers that it is too busy. */
async function orderUntilAnswered(asked: { url: string; cookie: string }, key: string): Promise<Outcome> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await order(asked.url, asked.cookie, key)
    if (outcome.status !== 503 || tries === MAX_TRIES) return outcome
    await pause(500)
  }
}

/**
 * Every acknowledged order is in the database once, and repeating a request without a response creates or finds its
 * order once. Prints the counts.
 */
export async function expectKept(
  asked: { url: string; cookie: string; databaseUrl: string },
  outcomes: readonly Outcome[],
): Promise<void> {
  const unsure = outcomes.filter(({ id }) => id === null).slice(0, RETRIED)
  const again = await Promise.all(unsure.map(({ key }) => orderUntilAnswered(asked, key)))
  const rows = await query<{ id: string; key: string }>(
    asked.databaseUrl,
    'select id, idempotency_key as key from orders where idempotency_key is not null',
  )
  const byKey = new Map(rows.map(({ key, id }) => [key, id]))
  const acknowledged = [...outcomes, ...again].filter(({ id }) => id !== null)
  const lost = acknowledged.filter(({ key, id }) => byKey.get(key) !== id)
  const doubled = rows.length - byKey.size
  const cutOff = outcomes.length - outcomes.filter(({ id }) => id !== null).length
  process.stdout.write(
    `  acknowledged ${acknowledged.length}, lost ${lost.length}, doubled ${doubled}; without an answer ${cutOff}\n`,
  )
  expect({ lost, doubled }).toEqual({ lost: [], doubled: 0 })
  expect(again.filter(({ id }) => id === null)).toEqual([])
}
