import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Settings } from '#infra/config/settings.ts'
import { migrate } from '#infra/database/migrate.ts'
import { openDatabase } from '#infra/database/open.ts'
import { primaryReads, replicaReads } from '#infra/database/reads.ts'
import { lockDataDir } from '#infra/embedded-postgres/data-dir-lock.ts'
import { startEmbeddedPostgres } from '#infra/embedded-postgres/embedded-postgres.ts'
import { createLog, type Log } from '#infra/logging/log.ts'
import { createMetrics } from '#infra/metrics/metrics.ts'
import { followCatalogue } from '#server/catalogue-news.ts'
import { drain } from '#server/drain.ts'
import { jobHandlers } from '#server/job-handlers.ts'
import { createListener } from '#server/listener.ts'
import { followOrders } from '#server/order-news.ts'
import { createParts } from '#server/parts.ts'
import { keepAll, publicPages } from '#server/public-pages.ts'
import { startRollupClock } from '#server/rollup-clock.ts'
import { createSite } from '#server/site.ts'
import { startVisitCounter } from '#server/visit-counter.ts'
import { builtWeb, liveWeb } from '#server/web-build.ts'
import { VISITOR } from '#shop/customers/actor.ts'

export type Program = { url: string; stop(): Promise<void> }

type Undo = () => Promise<unknown> | unknown

/**
 * Starts the whole shop, in order: data folder, database, schema, sample data (demo), jobs, pages, listener. `say`
 * gets a line for each long step. What was started is stopped again, in reverse, by `stop` or when a step fails.
 */
export async function startProgram(
  settings: Settings,
  options: { dev: boolean; say: (line: string) => void },
): Promise<Program> {
  const undo: Undo[] = []
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const url = await start(settings, options, undo)
    return { url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function start(
  settings: Settings,
  { dev, say }: { dev: boolean; say: (line: string) => void },
  undo: Undo[],
): Promise<string> {
  const log = createLog(settings.logLevel)
  const databaseUrl = settings.databaseUrl ?? (await startOwnDatabase(settings.dataDir, say, undo))
  const sessionUrl = settings.databaseSessionUrl ?? databaseUrl
  const onError = (error: Error) => log.error({ err: error }, 'database connection')
  const metrics = createMetrics()
  const onQuery = (sql: string, ms: number) => {
    metrics.queried(ms / 1000)
    if (ms >= settings.slowQueryMs) log.warn({ sql, ms: Math.round(ms) }, 'slow query')
  }
  const poolSize = settings.databasePoolSize
  // With an address of its own for sessions there is a pooler between: it knows neither our time limits nor our plans.
  const keepPlans = settings.databaseSessionUrl === null
  const patience = { ms: settings.databasePatienceMs, isToldServer: keepPlans }
  const database = openDatabase({ url: databaseUrl, poolSize, onError, onQuery, patience, keepPlans })
  undo.push(() => database.close())
  // What no request waits for may take its time: changes of the schema, and counting years of orders.
  const unhurried = openDatabase({ url: databaseUrl, poolSize: 1, onError, onQuery })
  undo.push(() => unhurried.close())

  await migrate(unhurried.db)
  const news = followCatalogue(sessionUrl, onError)
  undo.push(() => news.stop())
  const { databaseReplicaUrl: replicaUrl } = settings
  const follow = { say: (line: string) => log.warn(line), canHear: () => !news.isLost() }
  const reads = replicaUrl
    ? replicaReads(database, { url: replicaUrl, poolSize, onError, onQuery, patience, ...follow })
    : primaryReads(database)
  undo.push(() => reads.close())
  news.onChange(reads.changed)
  const parts = await createParts(settings, { database, reads, sessionUrl }, log, metrics)
  undo.push(() => parts.jobs.stop())
  warnOfSandbox(settings, log)
  if (settings.demo) {
    const { seedDemo } = await import('#db/seed/seed-demo.ts')
    await seedDemo(parts.ctxFor(VISITOR), say)
  }
  await parts.jobs.work(jobHandlers(parts))

  const web = dev ? await liveWeb() : await builtWeb()
  undo.push(() => web.close())
  const orderNews = followOrders(sessionUrl, onError)
  undo.push(() => orderNews.stop())
  const site = createSite(parts, web, news, orderNews)
  // In development every page is rendered afresh.
  const pages = dev ? null : publicPages({ parts, web, news, site })
  const visits = startVisitCounter({ db: database.db, now: parts.now, log })
  undo.push(() => visits.stop())
  const heard = { onRead: visits.note, onKept: metrics.kept }
  const isSecure = settings.origin.startsWith('https:')
  const { trustProxy } = settings
  const server = createListener({ site, web, pages, trustProxy, isSecure, ...heard })
  server.listen(settings.port, settings.host)
  await once(server, 'listening')
  undo.push(() => drain(server))
  // Streams that stay open would hold the listener up.
  undo.push(() => orderNews.close())
  const rollups = startRollupClock({ db: unhurried.db, now: parts.now, log })
  undo.push(() => rollups.stop())
  const warmUp = pages && keepAll(parts, pages, news)
  if (warmUp) undo.push(() => warmUp.stop())
  const { port } = server.address() as AddressInfo
  return `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${port}`
}

/** A real shop should not find out by its bank statement. */
function warnOfSandbox({ demo, cards }: Settings, log: Log): void {
  if (demo || !cards.isOn || cards.razorpay) return
  log.warn('card payments are only acted out and no money moves: set RAZORPAY_KEY_ID, or CARD_PAYMENTS=off')
}

async function startOwnDatabase(dataDir: string, say: (line: string) => void, undo: Undo[]): Promise<string> {
  undo.push(await lockDataDir(dataDir))
  const postgres = await startEmbeddedPostgres({ dataDir, say })
  undo.push(() => postgres.stop())
  return postgres.url
}
