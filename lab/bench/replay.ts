/**
 * Sends the statements of recorded purchases straight to the database, with new ids and keys: the upper bound
 * for the same work. node replay.ts <plan.json> prints its results as JSON.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { Statement } from './statement-recorder.ts'

/** `purchases`: for each customer the statements of two purchases of the same products. */
export type ReplayPlan = { databaseUrl: string; purchases: Statement[][][]; atOnce: number; seconds: number }

export type ReplayResults = { orders: number; seconds: number; times: number[] }

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

const plan: ReplayPlan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const results: ReplayResults = { orders: 0, seconds: 0, times: [] }
const began = performance.now()

async function replayPurchases(client: pg.Client, purchases: Statement[][][]): Promise<void> {
  const scripts = purchases.map(([first = [], second = []]) => script(first, second))
  for (let at = 0; performance.now() - began < plan.seconds * 1000; at += 1) {
    const start = performance.now()
    for (const statement of scripts[at % scripts.length]?.() ?? []) await client.query(statement)
    results.times.push(performance.now() - start)
    results.orders += 1
  }
}

/** Repeats the second purchase, with new ids in place of ids that the first purchase lacks. */
function script(first: Statement[], second: Statement[]): () => Statement[] {
  const firstIds = new Set(JSON.stringify(first).match(UUID))
  const renew = (fresh: Map<string, string>, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((each) => renew(fresh, each))
    if (typeof value !== 'string') return value
    return value.replace(UUID, (id) => {
      if (firstIds.has(id)) return id
      const other = fresh.get(id) ?? randomUUID()
      fresh.set(id, other)
      return other
    })
  }
  return () => {
    const fresh = new Map<string, string>()
    return second.map((statement) => ({
      ...statement,
      values: statement.values.map((value) => renew(fresh, value)),
    }))
  }
}

const clients = await Promise.all(
  Array.from({ length: plan.atOnce }, async () => {
    const client = new pg.Client({ connectionString: plan.databaseUrl })
    await client.connect()
    return client
  }),
)
await Promise.all(
  clients.map((client, lane) =>
    replayPurchases(
      client,
      plan.purchases.filter((_, at) => at % plan.atOnce === lane),
    ),
  ),
)
results.seconds = (performance.now() - began) / 1000
results.times.sort((a, b) => a - b)
await Promise.all(clients.map((client) => client.end()))
process.stdout.write(JSON.stringify(results))
