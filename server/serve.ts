// Imported first, because it extends the schemas that are created afterwards.

import '@hono/zod-openapi'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { Server as TlsServer } from 'node:https'
import { type AddressInfo, Server as Listening } from 'node:net'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ViteDevServer } from 'vite'
import { SEARCH_SYNONYMS } from '#content/search-synonyms.ts'
import { SESSION } from '#infra/accounts/auth.ts'
import { senderOfCookies } from '#infra/accounts/current-actor.ts'
import type { Settings } from '#infra/config/settings.ts'
import { describeMissingKeys } from '#infra/config/sign-in-settings.ts'
import { migrate } from '#infra/database/migrate.ts'
import { openDatabase } from '#infra/database/open.ts'
import { primaryReads, replicaReads } from '#infra/database/reads.ts'
import { auditFileWriter, writeToStdout } from '#infra/logging/audit-lines.ts'
import type { Log } from '#infra/logging/log.ts'
import { createMetrics } from '#infra/metrics/metrics.ts'
import { isTestKey } from '#infra/payments/razorpay/razorpay-gateway.ts'
import { startAuditShipper } from '#server/audit-shipper.ts'
import { type CatalogueEvents, followCatalogue } from '#server/catalogue-events.ts'
import { cookieEdge } from '#server/cookie-edge.ts'
import { createDependencies, type Dependencies } from '#server/dependencies.ts'
import { jobHandlers } from '#server/job-handlers.ts'
import { createListener } from '#server/listener.ts'
import { listenForMetrics } from '#server/metrics-endpoint.ts'
import { followOrders } from '#server/order-events.ts'
import type { AtEnd } from '#server/program.ts'
import { publicPages, warmPageCache } from '#server/public-pages.ts'
import { friendOffers } from '#server/referral-link.ts'
import { repeat } from '#server/repeat.ts'
import { startRollupSchedule } from '#server/rollup-schedule.ts'
import { commonHeaders } from '#server/security-headers.ts'
import { followSettings } from '#server/shop-config.ts'
import { createSite } from '#server/site.ts'
import { startVisitCounter } from '#server/visit-counter.ts'
import { builtWeb, liveWeb } from '#server/web-build.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { listProducts } from '#shop/catalogue/products.read.ts'
import { checkApiKey } from '#shop/customers/api-keys.ts'
import { FIRST_ADMIN_HOURS, issueFirstAdminLink } from '#shop/customers/first-admin.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { type CachedValue, cacheValue } from '#shop/kernel/cached-value.ts'
import { createProductSearch } from '#shop/search/product-search.ts'
import { createSynonymLookup } from '#shop/search/synonyms.ts'
import { listEditedTexts } from '#shop/texts/site-texts.read.ts'
import { queueDueWebhooks } from '#shop/webhooks/deliver-webhooks.ts'

/** Indexing starts this long after a change, or with the first search. */
const AFTER_CHANGE_MS = 1_000

/** Connections stay open this long, because a load balancer may send one more request over each. */
const LAST_CALL_MS = 1_000

const MAX_MS = 10_000

/** The interval of webhooks. It delays an event by about this long at most. */
const WEBHOOKS_MS = 2_000

/** Vite and listener of `npm run dev`, which survive a restart. `attach` passes on requests and returns the URL. */
export type Live = { vite: ViteDevServer; attach(server: Server): string }

type Options = { live: Live | null; databaseUrl: string; say: (line: string) => void; log: Log; atEnd: AtEnd }

/** Starts everything on a running database and returns the URL. Registers with `atEnd` how to stop each step. */
export async function serve(settings: Settings, { live, databaseUrl, say, log, atEnd }: Options) {
  // Loads while the schema is checked. Nothing awaits this promise if that check fails.
  const webBuild = live ? liveWeb(live.vite) : builtWeb()
  webBuild.catch(() => {})
  const sessionUrl = settings.databaseSessionUrl ?? databaseUrl
  const onError = (error: Error) => log.error({ err: error }, 'database connection')
  const metrics = createMetrics()
  const onQuery = (sql: string, ms: number) => {
    metrics.countQuery(ms / 1000)
    if (ms >= settings.slowQueryMs) log.warn({ sql, ms: Math.round(ms) }, 'slow query')
  }
  const poolSize = settings.databasePoolSize
  // A separate session URL means a pooler, which supports neither timeouts nor prepared statements.
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
  // Without a timeout, because schema changes and rollups may take long.
  const backgroundDatabase = openDatabase({ url: databaseUrl, poolSize: 1, onError, onQuery })
  atEnd('background database', () => backgroundDatabase.close())

  await migrate(backgroundDatabase.db)
  const catalogueEvents = followCatalogue(sessionUrl, onError)
  atEnd('catalogue events', () => catalogueEvents.stop())
  const { databaseReplicaUrl: replicaUrl } = settings
  const replica = { say: (line: string) => log.warn(line), isListening: () => !catalogueEvents.isLost() }
  const reads = replicaUrl
    ? replicaReads(database, {
        url: replicaUrl,
        poolSize,
        onError,
        onQuery,
        queryTimeout: patience,
        ...replica,
      })
    : primaryReads(database)
  atEnd('replica', () => reads.close())
  catalogueEvents.onChange(reads.noteChange)
  const { isLost } = catalogueEvents
  const products = cacheValue({ isLost, load: () => listProducts(database.db) })
  catalogueEvents.onChange(products.forget)
  const texts = cacheValue({ isLost, load: () => listEditedTexts(database.db) })
  catalogueEvents.onChange(texts.forget)
  const productSearch = startProductSearch({ catalogueEvents, products, log })
  atEnd('search', () => productSearch.stop())
  const config = await followSettings(settings, { db: database.db, catalogueEvents })
  const sources = { database, reads, sessionUrl, productSearch, products, texts, config }
  const deps = await createDependencies(settings, sources, log, metrics)
  atEnd('security events', () => deps.security.close())
  atEnd('jobs', () => deps.jobs.stop())
  warnOfTestKeys(settings, log)
  for (const line of describeMissingKeys(settings.signIn)) log.warn(line)
  if (settings.demo) {
    const { seedDemo } = await import('#db/seed/seed-demo.ts')
    await seedDemo(deps.ctxFor(VISITOR), say)
  }
  await printFirstAdminLink(deps, say)
  const web = await webBuild
  await deps.jobs.work(jobHandlers(deps))
  const orderEvents = followOrders(sessionUrl, onError)
  atEnd('order events', () => orderEvents.stop())
  const { ctxFor, limits } = deps
  const onUnknown = (error: unknown) =>
    log.error({ err: error }, 'could not read a friend’s offer; the page shows none')
  const friends = friendOffers({ ctxFor, limits, onError: onUnknown })
  const site = createSite(deps, web, { catalogueEvents, orderEvents, friends })
  // In development, every request renders its page.
  const pages = live ? null : publicPages({ deps, web, catalogueEvents, site })
  const landingOf = (path: string) => web.registry().cachedAt(path)?.landing
  const visits = startVisitCounter({ db: database.db, now: deps.now, log, landingOf })
  atEnd('visits', () => visits.stop())
  const callbacks = { onRead: visits.note, onCached: metrics.countCachedPage }
  const actorOf = async (cookies: string, apiKey?: string) => {
    if (apiKey === undefined) return senderOfCookies(deps, cookies)
    const used = await checkApiKey(ctxFor(VISITOR), apiKey)
    return used.ok ? used.value.owner : VISITOR
  }
  const isSecure = settings.origin.startsWith('https:')
  const { trustedProxies } = settings
  const cookies = cookieEdge({ isSecure, sessionKeys: deps.sessionKeys, sessionSeconds: SESSION.expiresIn })
  const tls = settings.tls && (await certificate(settings.tls))
  const server = createListener({
    tls,
    headers: commonHeaders(settings),
    site,
    web,
    pages,
    trustedProxies,
    isSecure,
    actorOf,
    friends,
    cookies,
    ...callbacks,
  })
  if (!live) {
    server.listen(settings.port, settings.host)
    await once(server, 'listening')
  }
  if (settings.tls) atEnd('certificate', followCertificate(server, settings.tls, log))
  const { file, stdout } = settings.auditLines
  const writers = [...(file ? [auditFileWriter(file)] : []), ...(stdout ? [writeToStdout] : [])]
  const shipper = startAuditShipper({ db: backgroundDatabase.db, writers, log })
  atEnd('audit lines', () => shipper.stop())
  const rollups = startRollupSchedule({ db: backgroundDatabase.db, now: deps.now, log })
  atEnd('figures', () => rollups.stop())
  const webhooks = repeat(() => queueDueWebhooks(deps.ctxFor(VISITOR)), {
    everyMs: WEBHOOKS_MS,
    onError: (error) => log.warn({ err: error }, 'could not queue webhooks; they stay due'),
  })
  atEnd('webhooks', () => webhooks.stop())
  const warmUp = pages && settings.warmsPages && warmPageCache(deps, { pages, web, catalogueEvents })
  if (warmUp) atEnd('cached pages', () => warmUp.stop())
  // Registered before the next steps, so that the listener also stops if one of them fails.
  if (!live) atEnd('listener', () => drain(server))
  const metricsServer = await listenForMetrics(deps)
  if (metricsServer) atEnd('metrics', () => drain(metricsServer))
  // Open streams would keep the listener from closing.
  atEnd('live pages', () => orderEvents.close())
  if (live) return live.attach(server)
  const { port } = server.address() as AddressInfo
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host
  return `${settings.tls ? 'https' : 'http'}://${host}:${port}`
}

/** Prints the link on standard output, which only operators see. The link must never be in the log. */
async function printFirstAdminLink(deps: Dependencies, say: (line: string) => void): Promise<void> {
  const token = await issueFirstAdminLink(deps.ctxFor(VISITOR))
  if (token === null) return
  say(`This shop has no admin. To become one, sign in and open this link within ${FIRST_ADMIN_HOURS} hours:`)
  say(`  ${deps.settings.origin}/auth/first-admin?token=${token}`)
}

function warnOfTestKeys({ demo, cards }: Settings, log: Log): void {
  if (demo || !cards.isOn || !cards.razorpay || !isTestKey(cards.razorpay.keyId)) return
  log.warn('RAZORPAY_KEY_ID is a test key: no money moves, and orders paid with it get no invoice')
}

/** Accepts no new connections, serves open connections once more, and closes all after ten seconds. */
async function drain(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  // The `close` of node:http would cut idle connections and lose a request in transit.
  Listening.prototype.close.call(server)
  const lastCall = setInterval(() => server.closeIdleConnections(), LAST_CALL_MS)
  const cut = setTimeout(() => server.closeAllConnections(), MAX_MS)
  await closed
  clearInterval(lastCall)
  clearTimeout(cut)
}

type Sources = { catalogueEvents: CatalogueEvents; products: CachedValue<readonly Product[]>; log: Log }

function startProductSearch({ catalogueEvents, products, log }: Sources) {
  const search = createProductSearch({
    version: () => catalogueEvents.cache.version,
    isLost: catalogueEvents.isLost,
    load: products.get,
    synonyms: createSynonymLookup(SEARCH_SYNONYMS),
    yieldToEventLoop: () => yieldToEventLoop(),
    clock: () => performance.now(),
    onError: (error) => log.warn({ err: error }, 'could not read the catalogue for the search index'),
  })
  let timer: NodeJS.Timeout | null = null
  let refreshing = Promise.resolve()
  const scheduleRefresh = () => {
    timer ??= setTimeout(() => {
      timer = null
      refreshing = search.refresh()
    }, AFTER_CHANGE_MS).unref()
  }
  catalogueEvents.onChange(scheduleRefresh)
  scheduleRefresh()
  return {
    ...search,
    async stop() {
      if (timer) clearTimeout(timer)
      await refreshing
    },
  }
}

type CertificateFiles = NonNullable<Settings['tls']>

async function certificate({ certFile, keyFile }: CertificateFiles): Promise<{ cert: string; key: string }> {
  const [cert, key] = await Promise.all([readFile(certFile, 'utf8'), readFile(keyFile, 'utf8')])
  return { cert, key }
}

const CERTIFICATE_MS = 3_600_000

/** Reloads the certificate every hour, since it is renewed while the shop runs. */
function followCertificate(server: Server, files: CertificateFiles, log: Log): () => void {
  const reload = async () => {
    try {
      if (server instanceof TlsServer) server.setSecureContext(await certificate(files))
    } catch (error) {
      log.error({ err: error }, 'certificate')
    }
  }
  const timer = setInterval(reload, CERTIFICATE_MS).unref()
  return () => clearInterval(timer)
}
