import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { createApi } from '#api/api.ts'
import type { ApiDeps } from '#api/deps.ts'
import { RESET_PASSWORD_PATH } from '#app/kit/paths.ts'
import { hintCookie, parseCookieHeader, setsCookie } from '#app/request/cookies.server.ts'
import { answerSuggestions } from '#app/storefront/search-suggestions.server.ts'
import { sessionCookie } from '#infra/accounts/auth.ts'
import { currentActor } from '#infra/accounts/current-actor.ts'
import { checkPassword } from '#infra/accounts/password.ts'
import { isMigrated } from '#infra/database/migrate.ts'
import { pictureHeaders } from '#infra/files/file-store.ts'
import { collectNotes } from '#infra/logging/security-events.ts'
import type { RequestKind } from '#infra/metrics/metrics.ts'
import { clientOf, networkOf } from '#infra/rate-limits/network.ts'
import { canonicalPath, isSearch } from '#server/cacheable.ts'
import type { CatalogueEvents } from '#server/catalogue-events.ts'
import { policyReports } from '#server/csp-reports.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { serveMetrics } from '#server/metrics-endpoint.ts'
import { mustSignOut, signOutAndRetry } from '#server/offline-sign-out.ts'
import type { OrderEvents } from '#server/order-events.ts'
import { type FriendOffers, readReferralLink } from '#server/referral-link.ts'
import { renderPage } from '#server/render-page.ts'
import { eventsOf, pathWithIds, routeOf } from '#server/request-events.ts'
import { atCanonicalOrigin, refuseOtherSites, refuseUndecodable, withOwnOrigin } from '#server/same-origin.ts'
import { commonHeaders, isHtml, REPORTS_PATH } from '#server/security-headers.ts'
import type { Web } from '#server/web-build.ts'
import { isStaff, recordRefusal } from '#shop/audit/record-access.ts'
import { pictureKey } from '#shop/catalogue/picture.ts'
import { openSharedPicture } from '#shop/catalogue/product-pictures.ts'
import type { Ctx } from '#shop/ctx.ts'
import { type Actor, type Person, VISITOR } from '#shop/kernel/actor.ts'
import { semaphore } from '#shop/kernel/semaphore.ts'

/** One search at a time, so that other pages are rendered in between. */
const SEARCHES_AT_ONCE = 1

/** Event streams are not compressed, because an event must not wait for a full block. */
const COMPRESSED = /^(?:text\/(?!event-stream)|application\/(?:[\w.]+\+)?json\b)/

/** A picture's address begins with its id (shop/catalogue/picture.ts). */
const UUID_LENGTH = 36

type Events = {
  catalogueEvents: Pick<CatalogueEvents, 'isLost' | 'flush'>
  orderEvents: Pick<OrderEvents, 'open'>
  friends: FriendOffers
}

export function createSite(deps: Dependencies, web: Web, { catalogueEvents, orderEvents, friends }: Events) {
  const site = new Hono<{ Variables: { ctx?: Ctx; pinWorker?: Person | null } }>()
  const { log, settings } = deps

  const searchQueue = semaphore(SEARCHES_AT_ONCE)
  const inTurn = (request: Request, render: () => Promise<Response>) =>
    searchQueue(
      async () => {
        await yieldToEventLoop()
        return render()
      },
      networkOf(request.headers.get('x-real-ip') ?? ''),
    )

  const headers = commonHeaders(settings)
  // Hot reload needs scripts that the policy forbids.
  const isLivePage = (answer: Response) => web.isLive && isHtml(answer.headers.get('content-type'))
  // Cached pages are compressed in advance.
  site.use(compress({ encoding: 'gzip', contentTypeFilter: COMPRESSED }))
  site.use(async (c, next) => {
    const began = performance.now()
    const requestId = c.req.header('x-request-id')
    const notes = await collectNotes(next, requestId)
    // A change by staff must show on the next page.
    if (!isRead(c.req.method) && isStaff(c.get('ctx')?.actor ?? VISITOR)) {
      await Promise.all([catalogueEvents.flush(), deps.reads.catchUp()])
    }
    const ctx = c.get('ctx')
    const route = routeOf(c, web.registry())
    if (c.res.status === 403 && ctx) {
      const refused = pathWithIds(c.req.path, route.request.route)
      await noteRefusal(deps, ctx, { method: c.req.method, path: refused, requestId })
    }
    for (const [name, value] of Object.entries(headers)) {
      const isOwn = name === 'content-security-policy' && (c.res.headers.has(name) || isLivePage(c.res))
      if (!isOwn) c.res.headers.set(name, value)
    }
    // Chats and mail programs show the shop's pictures on their own pages.
    if (c.req.path.startsWith('/pictures/')) c.res.headers.set('cross-origin-resource-policy', 'cross-origin')
    if (requestId) c.res.headers.set('x-request-id', requestId)
    // The query may hold a token, so it is not logged.
    const { method, path } = c.req
    const { status } = c.res
    const ms = Math.round(performance.now() - began)
    deps.metrics.countRequest(kindOf(path), method, status, ms / 1000)
    log.debug({ requestId, method, path, status, ms }, 'request')
    const actor = c.get('pinWorker') ?? ctx?.actor ?? VISITOR
    const userId = actor.kind === 'person' ? actor.id : null
    const location = c.res.headers.get('location')
    const client = { ...clientOf(c.req.raw.headers), requestId }
    const finished = { userId, status, location, ...route }
    for (const event of eventsOf(notes, finished)) deps.security.write(event, client)
  })
  site.use(refuseUndecodable)
  site.use(refuseOtherSites(deps.origins))
  site.use((c, next) =>
    mustSignOut(c.req.header('cookie') ?? '', c.req.path) ? signOutAndRetry(deps, c.req.raw) : next(),
  )
  site.get('/healthz', (c) => c.text('ok'))
  site.get('/readyz', async (c) => {
    const ready = await isMigrated(deps.db).catch(() => false)
    return ready ? c.text('ready') : c.text('not ready', 503)
  })
  site.get('/metrics', async (c) => {
    // Without a token, a real shop serves metrics only on their own port.
    if (settings.metricsToken === null && !settings.demo) return c.text('not found', 404)
    return serveMetrics(deps, c.req.header('authorization'))
  })
  // For password managers: https://w3c.github.io/webappsec-change-password-url/
  site.get('/.well-known/change-password', (c) => c.redirect(RESET_PASSWORD_PATH))
  const handleReport = policyReports(deps)
  site.post(REPORTS_PATH, (c) => handleReport(c.req.raw))
  site.route('/api', createApi(apiDeps(deps, orderEvents)))
  site.get('/pictures/:picture/:copy', async (c) => {
    const [ctx, key] = [deps.ctxFor(VISITOR), pictureKey(c.req.path)]
    const file = key === null ? await openSharedPicture(ctx, c.req.path) : await ctx.files.read(key)
    if (!file) return c.notFound()
    // A changed picture has a new address.
    const cache = { 'cache-control': 'public, max-age=31536000, immutable' }
    const name = `picture-${c.req.param('picture').slice(0, UUID_LENGTH)}`
    return c.body(file.bytes, 200, { ...cache, ...pictureHeaders(name, file.contentType) })
  })
  site.get('/search/suggestions', (c) => {
    const { productSearch, limits } = deps
    return answerSuggestions(c.req.raw, {
      productSearch,
      limits,
      isOutage: () => catalogueEvents.isLost(),
    })
  })
  // Campaign links may differ in case or slashes, but only the canonical path is cached.
  site.get('*', async (c, next) => {
    const { pathname, search } = new URL(c.req.url)
    const canonical = canonicalPath(pathname, web.registry(), settings.features)
    return canonical === null ? next() : c.redirect(canonical + search, 301)
  })
  site.all('*', async (c) => {
    const request = withOwnOrigin(atCanonicalOrigin(c.req.raw, settings))
    const { actor, pinWorker, pending, sessionId, setCookies } = await identify(deps, request.headers)
    c.set('ctx', { ...deps.ctxFor(actor ?? VISITOR), client: clientOf(request.headers) })
    c.set('pinWorker', pinWorker)
    const friend = actor && isRead(c.req.method) ? await friendOf(friends, request, actor) : null
    const strip = friend?.strip ?? null
    const render = () =>
      renderPage({ deps, web, catalogueEvents, request, actor, pinWorker, pending, sessionId, strip })
    const response = await (isSearch(new URL(request.url)) ? inTurn(request, render) : render())
    // The page's own cookies come last, because they may begin another session.
    const own = response.headers.getSetCookie()
    response.headers.delete('set-cookie')
    for (const cookie of [...setCookies, ...own]) response.headers.append('set-cookie', cookie)
    const hint = actor && hintCookie(request, actor)
    // A sign-out has set the `account` cookie itself.
    if (hint && !setsCookie(response, 'account')) response.headers.append('set-cookie', hint)
    for (const cookie of friend?.setCookies ?? []) response.headers.append('set-cookie', cookie)
    return response
  })
  site.onError((error, c) => {
    const requestId = c.req.header('x-request-id')
    log.error({ err: error, requestId, path: c.req.path }, 'request failed')
    return c.json({ error: 'Something went wrong on our side.', code: 'internal' }, 500)
  })
  return site
}

function apiDeps(
  { ctxFor, auth, db, now, limits, mailbox, pdf, productSearch, sandbox, log, settings }: Dependencies,
  orderEvents: Pick<OrderEvents, 'open'>,
): ApiDeps {
  return {
    ctxFor,
    auth,
    checkPassword: (account) => checkPassword({ auth, db, limits }, account),
    features: settings.features,
    limits,
    mailbox,
    pdf,
    productSearch,
    hasSandbox: sandbox !== null,
    orderEvents,
    // Unlike pages, the API answers with an error if the session cannot be read.
    identify: (headers, how) => currentActor({ auth, db, now }, headers, how),
    sessionCookie: (token) => sessionCookie(auth, token),
    reportError: (error, requestId) => log.error({ err: error, requestId }, 'API request failed'),
  }
}

function friendOf(friends: FriendOffers, request: Request, actor: Actor) {
  const { pathname, search, protocol } = new URL(request.url)
  const link = readReferralLink(pathname + search)
  const cookies = request.headers.get('cookie') ?? ''
  if (!link && parseCookieHeader(cookies, 'friend') === '') return null
  const network = networkOf(request.headers.get('x-real-ip') ?? '')
  return friends.check({ link, cookies, actor, network, isSecure: protocol === 'https:' })
}

/** `actor` is null if the session cannot be read. */
async function identify(deps: Dependencies, headers: Headers) {
  try {
    return await currentActor(deps, headers)
  } catch (error) {
    deps.log.error({ err: error, requestId: headers.get('x-request-id') }, 'session could not be read')
    return { actor: null, pending: null, pinWorker: null, sessionId: null, setCookies: [] }
  }
}

/** Records a refusal. If recording fails, the request is still refused. */
async function noteRefusal(
  { log }: Dependencies,
  ctx: Ctx,
  { requestId, ...refused }: { method: string; path: string; requestId: string | undefined },
) {
  try {
    await recordRefusal(ctx, refused)
  } catch (error) {
    log.error({ err: error, requestId }, 'could not write a security event')
  }
}

function kindOf(path: string): RequestKind {
  if (path.startsWith('/api/')) return 'api'
  return path === '/healthz' || path === '/readyz' || path === '/metrics' ? 'own' : 'page'
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}
