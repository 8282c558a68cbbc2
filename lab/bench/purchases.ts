/**
 * Customers who buy without pause, each over its own connection: a quote, then an order. It runs in its own process:
 * node purchases.ts <plan.json> prints its results as JSON.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Connection, openConnection } from './connection.ts'
import type { Customer } from './customers.ts'
import { chooseItems, orderBody } from './order-body.ts'

export type PurchasePlan = {
  url: string
  customers: Customer[]
  /** The products on offer: each order has `lines` of them, one to three units each. */
  productIds: string[]
  lines: number
  atOnce: number
  seconds: number
  /** Purchases a second in total; unlimited when left out. */
  rate?: number
}

/** `times` of whole purchases in ms, sorted; `refused` counts orders of a product that was sold out. */
export type Purchases = { orders: number; units: number; refused: number; seconds: number; times: number[] }

const plan: PurchasePlan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const results: Purchases = { orders: 0, units: 0, refused: 0, seconds: 0, times: [] }
const began = performance.now()
const isOver = () => performance.now() - began > plan.seconds * 1000

async function buyRepeatedly(connection: Connection, customers: Customer[]): Promise<void> {
  const everyMs = plan.rate ? (1000 * plan.atOnce) / plan.rate : 0
  for (let at = 0; !isOver(); at += 1) {
    const early = at * everyMs - (performance.now() - began)
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
    await buy(connection, customers[at % customers.length] as Customer)
  }
}

async function buy(connection: Connection, customer: Customer): Promise<void> {
  const items = chooseItems(plan)
  const start = performance.now()
  const quote = await connection.post('/api/cart/quote', { items }, { Cookie: customer.cookie })
  if (quote.status !== 200) throw new Error(`the quote answered ${quote.status}: ${quote.body}`)
  const headers = { Cookie: customer.cookie, 'Idempotency-Key': randomUUID() }
  const order = await connection.post('/api/orders', orderBody(customer, items), headers)
  if (order.status === 409 && order.body.includes('out_of_stock')) {
    results.refused += 1
    return
  }
  if (order.status !== 201) throw new Error(`the order answered ${order.status}: ${order.body}`)
  results.times.push(performance.now() - start)
  results.orders += 1
  results.units += items.reduce((sum, { quantity }) => sum + quantity, 0)
}

const shoppers = Array.from({ length: plan.atOnce }, async (_, shopper) => {
  const connection = await openConnection(plan.url)
  const own = plan.customers.filter((_, at) => at % plan.atOnce === shopper)
  await buyRepeatedly(connection, own)
  connection.close()
})
await Promise.all(shoppers)
results.seconds = (performance.now() - began) / 1000
results.times.sort((a, b) => a - b)
process.stdout.write(JSON.stringify(results))
