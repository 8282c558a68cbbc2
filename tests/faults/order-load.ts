import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { check } from '#tests/checker/check.ts'
import { answerOf } from '#tests/checker/clients.ts'
import { type Operation, startHistory } from '#tests/checker/history.ts'
import { violationsInWords } from '#tests/checker/run-clients.ts'
import { readTables } from '#tests/checker/tables.ts'
import { ORDER_BODY, placeOrder } from '#tests/shop-customer.ts'

/**
 * A requested order: `id` when the shop acknowledged it, `status` 0 without a response. `operation`: the same for the
 * checker.
 */
export type Outcome = {
  key: string
  status: number
  id: string | null
  began: number
  ended: number
  operation: Operation
}

const LINES = ORDER_BODY.items.map((item) => ({ product: item.product_id, units: item.quantity }))

/** Requests one order with this key, of the usual product or another one. */
export async function order(
  url: string,
  cookie: string,
  key: string = randomUUID(),
  product: string = seedId(2),
): Promise<Outcome> {
  const lines = LINES.map((line) => ({ ...line, product }))
  const asked = { kind: 'place', key, lines, method: 'cod', coupon: null } as const
  let status = 0
  const operation = await startHistory().record('customer', null, asked, async () => {
    const response = await placeOrder(url, cookie, key, product)
    status = response.status
    return answerOf(asked, response)
  })
  const { invoked: began, ended, told } = operation
  return { key, status, id: told.order?.id ?? null, began, ended, operation }
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
 * One order of events explains the answers and the tables: every acknowledged order is in the database once, with its
 * goods, and repeating a request without a response creates or finds its order once. Prints the counts.
 */
export async function expectKept(
  asked: { url: string; cookie: string; databaseUrl: string },
  outcomes: readonly Outcome[],
): Promise<void> {
  const unsure = outcomes.filter(({ id }) => id === null).slice(0, RETRIED)
  const again = await Promise.all(unsure.map(({ key }) => orderUntilAnswered(asked, key)))
  const all = [...outcomes, ...again]
  const acknowledged = all.filter(({ id }) => id !== null)
  process.stdout.write(
    `  acknowledged ${acknowledged.length}; without an answer ${outcomes.length + again.length - acknowledged.length}\n`,
  )
  const unclear = again.filter(({ id }) => id === null).map(({ operation }) => operation)
  const violations = check(await caseOf(asked.databaseUrl, all))
  expect(violationsInWords({ violations, unclear })).toBe('')
}

/** The orders of one customer with these keys; the customer has others, and sums of stock are no part of it. */
async function caseOf(
  databaseUrl: string,
  outcomes: readonly Outcome[],
): Promise<Parameters<typeof check>[0]> {
  const tables = await readTables(databaseUrl)
  const account = outcomes.find(({ operation }) => operation.told.order)?.operation.told.order?.user ?? ''
  const keys = new Set(outcomes.map(({ key }) => key))
  return {
    history: outcomes.map(({ operation }, id) => ({ ...operation, id, account })),
    tables: { ...tables, orders: tables.orders.filter(({ idempotencyKey }) => keys.has(idempotencyKey)) },
    bank: [],
    world: { products: [], coupon: null, tax: null, customers: [{ id: account }], admin: null },
    mostUnpaid: Infinity,
  }
}
