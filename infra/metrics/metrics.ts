import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { QueueState } from '#shop/ctx.ts'

/** `own`: health and metrics. */
export type RequestKind = 'page' | 'api' | 'own'

type MetricSources = {
  pool: { totalCount: number; idleCount: number; waitingCount: number }
  queues: () => Promise<QueueState[]>
}

export type Metrics = ReturnType<typeof createMetrics>

const LATENCY = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'shop_http_request_seconds',
    help: 'Requests answered by the program, without cached pages',
    labelNames: ['kind', 'method', 'status'] as const,
    buckets: LATENCY,
    registers,
  })
  const queries = new Histogram({
    name: 'shop_db_query_seconds',
    help: 'Queries of use cases and reads',
    buckets: LATENCY,
    registers,
  })
  const refusals = new Counter({
    name: 'shop_policy_refusals_total',
    help: 'Resources that browsers refused by the Content-Security-Policy, by their reports',
    labelNames: ['directive'] as const,
    registers,
  })
  // A plain number, because a counter would slow down cached pages, which take only twenty microseconds.
  let cachedPages = 0
  const cachedSent = new Counter({
    name: 'shop_kept_pages_sent_total',
    help: 'Cached pages sent from memory',
    registers,
    collect() {
      this.reset()
      this.inc(cachedPages)
    },
  })
  return {
    countRequest: (kind: RequestKind, method: string, status: number, seconds: number) =>
      requests.observe({ kind, method, status: `${Math.floor(status / 100)}xx` }, seconds),
    countCachedPage: () => {
      cachedPages += 1
    },
    countQuery: (seconds: number) => queries.observe(seconds),
    countPolicyRefusal: (directive: string) => refusals.inc({ directive }),
    connect: (sources: MetricSources) => watch(sources, registers),
    async text() {
      void cachedSent
      return { body: await registry.metrics(), contentType: registry.contentType }
    },
  }
}

function watch({ pool, queues }: MetricSources, registers: Registry[]): void {
  new Gauge({
    name: 'shop_db_connections',
    help: 'Connections of the pool, and callers that wait for one',
    labelNames: ['state'] as const,
    registers,
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waited_for' }, pool.waitingCount)
    },
  })
  new Gauge({
    name: 'shop_jobs',
    help: 'Jobs by queue; failed ones wait for a person',
    labelNames: ['queue', 'state'] as const,
    registers,
    async collect() {
      // Without the database, only the numbers of jobs are missing.
      for (const { name, waiting, running, failed } of await queues().catch(() => [])) {
        this.set({ queue: name, state: 'waiting' }, waiting)
        this.set({ queue: name, state: 'running' }, running)
        this.set({ queue: name, state: 'failed' }, failed)
      }
    },
  })
}
