import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { makeSession } from '#db/factories/session.ts'
import { makeUser } from '#db/factories/user.ts'
import { openDatabase } from '#infra/database/open.ts'
import { query } from '#tests/faults/embedded-queries.ts'
import { requestOrder } from '#tests/faults/order-load.ts'

/** The comparison of the clients' responses with the tables. Times are in seconds. */
export type Losses = {
  orders: number
  /** The longest time without an acknowledged order. */
  secondsWithoutWrites: number
  /** Orders whose first request had no response or an error, and was repeated with its key. */
  unknown: number
  /** Unknown orders without a response after all retries. */
  unsettled: number
  /** Acknowledged orders, of all drills, that are not in the tables under their key. */
  lost: number
  /** Orders in the tables without a request. */
  duplicated: number
}

const STOCK = 1_000_000
const RETRY_MS = 250
/** A client's timeout; the shop's is shorter. */
const CLIENT_TIMEOUT_MS = 15_000
const SETTLE_MS = 120_000

/**
 * Creates clients, each with an account, that order continuously and repeat a request with its key until the shop
 * acknowledges it. The book keeps acknowledged orders over several drills. `primaryUrl` is called for each query.
 */
export async function orderBook(
  { url, authSecret, primaryUrl }: { url: string; authSecret: string; primaryUrl: () => Promise<string> },
  clients: number,
) {
  const { db, close } = openDatabase({ url: await primaryUrl(), poolSize: 2, onError: () => {} })
  const cookies: string[] = []
  for (let at = 0; at < clients; at += 1) {
    const { id } = await makeUser(db, { email: `${randomUUID()}@drill.test` })
    const { name, value } = await makeSession(db, id, authSecret)
    cookies.push(`${name}=${value}`)
  }
  await sql`with stocked as (update products set stock_quantity = stock_quantity + ${STOCK} returning id)
    insert into stock_movements (product_id, quantity, reason, created_at)
    select id, ${STOCK}, 'counted', now() from stocked`.execute(db)
  await close()
  /** Order id by key. */
  const acknowledged = new Map<string, string>()
  const requested = new Set<string>()

  const request = (cookie: string, key: string) =>
    Promise.race([requestOrder(url, cookie, key), pause(CLIENT_TIMEOUT_MS, { id: null })])

  /** Compares all acknowledged orders with the tables. */
  async function compare(): Promise<Pick<Losses, 'lost' | 'duplicated'>> {
    const rows = await query<{ id: string; key: string | null }>(
      await primaryUrl(),
      `select orders.id, idempotency_key as key from orders join users on users.id = user_id
        where email like '%@drill.test'`,
    )
    const stored = new Map(rows.map(({ id, key }) => [id, key]))
    const lost = [...acknowledged].filter(([key, id]) => stored.get(id) !== key)
    const isExplained = (id: string, key: string | null) =>
      key !== null && requested.has(key) && (acknowledged.get(key) ?? id) === id
    const duplicated = rows.filter(({ id, key }) => !isExplained(id, key))
    return { lost: lost.length, duplicated: duplicated.length }
  }

  function start() {
    const times: number[] = [performance.now()]
    let [unknown, unsettled] = [0, 0]
    let isOn = true
    let giveUpAt = Number.POSITIVE_INFINITY
    const orderOne = async (cookie: string): Promise<void> => {
      const key = randomUUID()
      requested.add(key)
      for (let tries = 0; performance.now() < giveUpAt; tries += 1) {
        const { id } = await request(cookie, key)
        if (id !== null) {
          acknowledged.set(key, id)
          times.push(performance.now())
          return
        }
        if (tries === 0) unknown += 1
        await pause(RETRY_MS)
      }
      unsettled += 1
    }
    const all = Promise.all(
      cookies.map(async (cookie) => {
        while (isOn) await orderOne(cookie)
      }),
    )
    return {
      /** Resolves after this many more acknowledged orders. */
      async waitForOrders(count: number): Promise<void> {
        const target = times.length + count
        while (times.length < target) await pause(20)
      },
      /** Stops ordering, and resolves when every request has a response or timed out. */
      async stop(): Promise<Losses> {
        isOn = false
        giveUpAt = performance.now() + SETTLE_MS
        await all
        const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time))
        const secondsWithoutWrites = Math.max(0, ...gaps) / 1000
        return { orders: times.length - 1, secondsWithoutWrites, unknown, unsettled, ...(await compare()) }
      },
    }
  }
  return { start, compare, cookies }
}
