/**
 * Sends searches at the same moment and measures other pages until all searches have an answer: node search-burst.ts
 * <plan.json> prints its results as JSON. It runs in its own process, so that it shares no thread with the server.
 */
import { readFileSync } from 'node:fs'
import { type Connection, openConnection } from './connection.ts'

/** `hasOwnAddresses`: each search has its own client address, so that no rate limit refuses it. */
export type BurstPlan = {
  url: string
  search: string
  searches: number
  others: string[]
  hasOwnAddresses: boolean
}

/** Times in ms, sorted; `others` in the order of the plan. `refused` counts answers with status 429. */
export type Burst = { ms: number; refused: number; others: number[][] }

const plan: BurstPlan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const connections = await Promise.all(
  Array.from({ length: plan.searches + plan.others.length }, () => openConnection(plan.url)),
)
const searchers = connections.slice(0, plan.searches)
let isOver = false
const began = performance.now()
const searchResults = Promise.all(searchers.map(search))
const watchResults = Promise.all(
  plan.others.map((path, at) => measureOtherPage(connections[plan.searches + at], path)),
)
const statuses = await searchResults
const ms = performance.now() - began
isOver = true
const others = await watchResults
for (const connection of connections) connection.close()
const results: Burst = { ms, refused: statuses.filter((status) => status === 429).length, others }
process.stdout.write(JSON.stringify(results))

async function search(connection: Connection, at: number): Promise<number> {
  const from = plan.hasOwnAddresses ? `10.1.${Math.floor(at / 250)}.${at % 250}` : '10.2.0.1'
  const { status } = await connection.get(plan.search, { 'X-Forwarded-For': from })
  if (status !== 200 && status !== 429) throw new Error(`${plan.search} answered ${status}`)
  return status
}

/** Repeats a request with a short pause until the searches have their answers. */
async function measureOtherPage(connection: Connection | undefined, path: string): Promise<number[]> {
  const times: number[] = []
  while (connection && !isOver) {
    const start = performance.now()
    const { status } = await connection.get(path, {})
    if (status !== 200) throw new Error(`${path} answered ${status}`)
    times.push(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return times.toSorted((a, b) => a - b)
}
