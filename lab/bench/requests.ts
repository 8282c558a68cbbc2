/**
 * Requests a path repeatedly over keep-alive connections: node requests.ts <plan.json> prints its results as JSON. It
 * runs in its own process, so that it shares no thread with the server.
 */
import { readFileSync } from 'node:fs'
import { openConnection } from './connection.ts'

export type RequestPlan = {
  url: string
  path: string
  cookie?: string
  /** Bodies to post, one per request in turn; without bodies the requests are GETs. */
  bodies?: object[]
  /** Each request has its own client address, so that limits per network do not apply. */
  hasOwnAddresses?: boolean
  atOnce: number
  seconds: number
  /** Pause after each response, in ms. */
  pause?: number
}

/** Times in ms, sorted. */
export type Requests = { requests: number; seconds: number; times: number[] }

const plan: RequestPlan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const { bodies } = plan
const times: number[] = []
const began = performance.now()
let count = 0

function headers(): Record<string, string> {
  return {
    ...(plan.cookie && { Cookie: plan.cookie }),
    ...(plan.hasOwnAddresses && { 'X-Forwarded-For': randomAddress() }),
  }
}

function randomAddress(): string {
  return `10.${Array.from({ length: 3 }, () => Math.floor(Math.random() * 256)).join('.')}`
}

async function sendRequests(): Promise<void> {
  const connection = await openConnection(plan.url)
  while (performance.now() - began < plan.seconds * 1000) {
    const body = bodies?.[count % bodies.length]
    count += 1
    const start = performance.now()
    const answer = body
      ? await connection.post(plan.path, body, headers())
      : await connection.get(plan.path, headers())
    if (answer.status !== 200) throw new Error(`${plan.path} answered ${answer.status}: ${answer.body}`)
    times.push(performance.now() - start)
    if (plan.pause) await new Promise((resolve) => setTimeout(resolve, plan.pause))
  }
  connection.close()
}

await Promise.all(Array.from({ length: plan.atOnce }, sendRequests))
const seconds = (performance.now() - began) / 1000
const results: Requests = { requests: times.length, seconds, times: times.toSorted((a, b) => a - b) }
process.stdout.write(JSON.stringify(results))
