import { randomUUID } from 'node:crypto'
import { openDatabase } from '#infra/database/open.ts'
import { signInStaff } from '#tests/real-shop.ts'
import type { BenchShop } from './bench-shop.ts'
import { type Connection, openConnection } from './connection.ts'
import { makeCustomers } from './customers.ts'
import { orderBody } from './order-body.ts'
import { processorTime } from './processes.ts'
import { buyableProducts } from './products.ts'
import { median } from './report.ts'

/** Each customer orders, so that the dashboard's lists of orders and people fill a page. */
const CUSTOMERS = 50
const LINES = 4
const WARM_UP = 40
const ROUNDS = 5
const REQUESTS = 30

/** `ms`: the shop's processor time for a page, with compression but without its database. */
export type PersonalPage = { name: string; path: string; ms: number; goal: number }

/** Measures pages that the shop renders for each request, one after another and without other load. */
export async function measurePersonalPages({
  url,
  databaseUrl,
  secret,
  program,
}: BenchShop): Promise<PersonalPage[]> {
  const { db, close } = openDatabase({ url: databaseUrl, poolSize: 2, onError: () => {} })
  const customers = await makeCustomers(db, CUSTOMERS, secret)
  const productIds = (await buyableProducts(db)).slice(0, LINES)
  await close()
  const connection = await openConnection(url)
  const items = productIds.map((id) => ({ product_id: id, quantity: 1 }))
  for (const customer of [...customers, ...customers.slice(0, 1), ...customers.slice(0, 1)]) {
    const headers = { Cookie: customer.cookie, 'Idempotency-Key': randomUUID() }
    const { status, body } = await connection.post('/api/orders', orderBody(customer, items), headers)
    if (status !== 201) throw new Error(`the order answered ${status}: ${body}`)
  }
  const customer = customers[0]?.cookie ?? ''
  const admin = await signInStaff(url, databaseUrl)
  await putCart(url, customer, items)
  const pages = [
    { name: 'empty cart of a visitor', path: '/cart', cookie: '', goal: 8 },
    { name: `cart, ${LINES} lines`, path: '/cart', cookie: customer, goal: 8 },
    { name: 'checkout', path: '/checkout', cookie: customer, goal: 8 },
    { name: 'orders', path: '/orders', cookie: customer, goal: 8 },
    { name: 'products, for a visitor with picks', path: '/products', cookie: 'mixes=2', goal: 8 },
    { name: 'dashboard, orders', path: '/admin/dashboard/orders', cookie: admin, goal: 15 },
    { name: 'dashboard, products', path: '/admin/dashboard/products', cookie: admin, goal: 15 },
    { name: 'dashboard, people', path: '/admin/dashboard/people', cookie: admin, goal: 15 },
  ]
  const results: PersonalPage[] = []
  for (const { name, path, cookie, goal } of pages)
    results.push({
      name,
      path,
      goal,
      ms: await measurePage(connection, program.child.pid ?? 0, path, cookie),
    })
  connection.close()
  return results
}

async function measurePage(
  connection: Connection,
  pid: number,
  path: string,
  cookie: string,
): Promise<number> {
  const openPage = async (times: number) => {
    for (let count = 0; count < times; count += 1) {
      const { status } = await connection.get(path, { Cookie: cookie, 'Accept-Encoding': 'gzip, br' })
      if (status !== 200) throw new Error(`${path} answered ${status}`)
    }
  }
  await openPage(WARM_UP)
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = processorTime(pid)
    await openPage(REQUESTS)
    rounds.push((processorTime(pid) - start) / REQUESTS)
  }
  return median(rounds)
}

async function putCart(url: string, cookie: string, items: object[]): Promise<void> {
  const headers = { cookie, origin: url, 'content-type': 'application/json' }
  const { status } = await fetch(`${url}/api/cart`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ items }),
  })
  if (status !== 200) throw new Error(`the cart answered ${status}`)
}
