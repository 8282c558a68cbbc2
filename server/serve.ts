// Imported before any schema: earlier ones could not be described in the API's contract.
import '@hono/zod-openapi'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { actorOfCookies } from '#infra/accounts/current-actor.ts'
import type { Settings } from '#infra/config/settings.ts'
import { migrate } from '#infra/database/migrate.ts'
import { openDatabase } from '#infra/database/open.ts'
import { primaryReads, replicaReads } from '#infra/database/reads.ts'
import type { Log } from '#infra/logging/log.ts'
import { createMetrics } from '#infra/metrics/metrics.ts'
import { isTestKey } from '#infra/payments/razorpay/razorpay-gateway.ts'
import { followCatalogue } from '#server/catalogue-events.ts'
import { createDependencies, type Dependencies } from '#server/dependencies.ts'
import { drain } from '#server/drain.ts'
import { jobHandlers } from '#server/job-handlers.ts'
import { createListener } from '#server/listener.ts'
import { listenForMetrics } from '#server/measured.ts'
import { followOrders } from '#server/order-events.ts'
import { startProductSearch } from '#server/product-search.ts'
import type { AtEnd } from '#server/program.ts'
import { publicPages, warmPageCache } from '#server/public-pages.ts'
import { startRollupSchedule } from '#server/rollup-schedule.ts'
import { createSite } from '#server/site.ts'
import { startVisitCounter } from '#server/visit-counter.ts'
import { builtWeb, liveWeb } from '#server/web-build.ts'
import { FIRST_ADMIN_HOURS, issueFirstAdminLink } from '#shop/customers/issue-first-admin-link.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { assignMissingCodes } from '#shop/referrals/give-missing-codes.ts'

type Options = { dev: boolean; databaseUrl: string; say: (line: string) => void; log: Log; atEnd: AtEnd }

/**
 * Starts everything on a running database, in order: schema, sample data (demo), jobs, pages, listener. Returns the
 * address; registers each step's end with `atEnd`. Throws when a step fails.
 */
export async function serve(
  settings: Settings,
  { dev, databaseUrl, say, log, atEnd }: Options,
): Promise<string> {
  // Loads while the schema is checked; if that fails, nothing awaits this promise.
  const built = dev ? null : builtWeb()
  built?.catch(() => {})
  const sessionUrl = settings.databaseSessionUrl ?? databaseUrl
  const onError = (error: Error) => log.error({ err: error }, 'database connection')
  const metrics = createMetrics()
  const onQuery = (sql: string, ms: number) => {
    metrics.queried(ms / 1000)
    if (ms >= settings.slowQueryMs) log.warn({ sql, ms: Math.round(ms) }, 'slow query')
  }
  const poolSize = settings.databasePoolSize
  // A separate session URL means a pooler in between, which supports neither our timeouts nor prepared statements.
  const keepPlans = settings.databaseSessionUrl === null
  const patience = { ms: settings.databasePatienceMs, isSetOnServer: keepPlans }
  const database = openDatabase({
    url: databaseUrl,
    poolSize,
    onError,
    onQuery,
    queryTimeout: patience,
    preparesStatements: keepPlans,
  })
  atEnd('database', () => database.close())
  // No request waits for schema changes and rollups of years of orders, so they get no timeout.
  const unhurried = openDatabase({ url: databaseUrl, poolSize: 1, onError, onQuery })
  atEnd('background database', () => unhurried.close())

  await migrate(unhurried.db)
  const news = followCatalogue(sessionUrl, onError)
  atEnd('news of the catalogue', () => news.stop())
  const { databaseReplicaUrl: replicaUrl } = settings
  const follow = { say: (line: string) => log.warn(line), canHear: () => !news.isLost() }
  const reads = replicaUrl
    ? replicaReads(database, {
        url: replicaUrl,
        poolSize,
        onError,
        onQuery,
        queryTimeout: patience,
        ...follow,
      })
    : primaryReads(database)
  atEnd('replica', () => reads.close())
  news.onChange(reads.changed)
  const productSearch = startProductSearch({ catalogueEvents: news, reads, log })
  atEnd('search', () => productSearch.stop())
  const sources = { database, reads, sessionUrl, productSearch }
  const parts = await createDependencies(settings, sources, log, metrics)
  atEnd('jobs', () => parts.jobs.stop())
  warnOfTestKeys(settings, log)
  if (settings.demo) {
    const { seedDemo } = await import('#db/seed/seed-demo.ts')
    await seedDemo(parts.ctxFor(VISITOR), say)
  }
  await printFirstAdminLink(parts, say)
  await parts.jobs.work(jobHandlers(parts))

  const web = await (built ?? liveWeb())
  atEnd('pages', () => web.close())
  const orderNews = followOrders(sessionUrl, onError)
  atEnd('news of orders', () => orderNews.stop())
  const site = createSite(parts, web, news, orderNews)
  // Development renders every page anew.
  const pages = dev ? null : publicPages({ parts, web, catalogueEvents: news, site })
  const landingOf = (path: string) => web.registry().cachedAt(path)?.landing
  const visits = startVisitCounter({ db: database.db, now: parts.now, log, landingOf })
  atEnd('visits', () => visits.stop())
  const heard = { onRead: visits.note, onKept: metrics.cached }
  const actorOf = (cookies: string) => actorOfCookies(parts, cookies)
  const isSecure = settings.origin.startsWith('https:')
  const { trustProxy } = settings
  const server = createListener({ site, web, pages, trustProxy, isSecure, actorOf, ...heard })
  server.listen(settings.port, settings.host)
  await once(server, 'listening')
  const rollups = startRollupSchedule({ db: unhurried.db, now: parts.now, log })
  atEnd('figures', () => rollups.stop())
  const codes = giveCodesInBackground({ db: unhurried.db, brand: settings.brand, log })
  atEnd('referral codes', () => codes.stop())
  const warmUp = pages && warmPageCache(parts, { pages, web, news })
  if (warmUp) atEnd('kept pages', () => warmUp.stop())
  // Stops accepting requests first, even if a later step fails.
  atEnd('listener', () => drain(server))
  const measuring = await listenForMetrics(parts)
  if (measuring) atEnd('metrics', () => drain(measuring))
  // Open streams would keep the listener from closing.
  atEnd('live pages', () => orderNews.close())
  const { port } = server.address() as AddressInfo
  return `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${port}`
}

/**
 * While the shop has no admin, prints the link on standard output, which only its operators see, and not in the log.
 */
async function printFirstAdminLink(parts: Dependencies, say: (line: string) => void): Promise<void> {
  const token = await issueFirstAdminLink(parts.ctxFor(VISITOR))
  if (token === null) return
  say(`This shop has no admin. To become it, sign in and open this link within ${FIRST_ADMIN_HOURS} hours:`)
  say(`  ${parts.settings.origin}/auth/first-admin?token=${token}`)
}

/** Warns, because payments with test keys bring no money. */
function warnOfTestKeys({ demo, cards }: Settings, log: Log): void {
  if (demo || !cards.isOn || !cards.razorpay || !isTestKey(cards.razorpay.keyId)) return
  log.warn('RAZORPAY_KEY_ID is a test key: no money moves, and orders paid with it get no invoice')
}

/** Gives accounts of older versions their referral codes, without delaying requests. */
function giveCodesInBackground({ db, brand, log }: { db: Kysely<DB>; brand: string; log: Log }) {
  const stopping = new AbortController()
  const working = assignMissingCodes({ db, brand }, stopping.signal).catch((error: unknown) => {
    log.warn({ err: error }, 'not every account has its referral code yet; the next start goes on')
  })
  return {
    stop: async () => {
      stopping.abort()
      await working
    },
  }
}
