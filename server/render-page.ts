import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { requestCart } from '#app/cart/request-cart.server.ts'
import { FRIEND_MARK } from '#app/frame/friend-offer.ts'
import { NOTICE_MARK, READ_ONLY_NOTICE } from '#app/frame/read-only-notice.ts'
import { isCoordinatorPath, isWorkerPath } from '#app/kit/paths.ts'
import type { RequestContext } from '#app/request/context.server.ts'
import { setsCookie } from '#app/request/cookies.server.ts'
import { isDatabaseUnavailable } from '#infra/database/connection-errors.ts'
import { isStorageFull } from '#infra/files/file-store.ts'
import { guessLimiter } from '#infra/rate-limits/guess-limiter.ts'
import { clientOf, networkOf } from '#infra/rate-limits/network.ts'
import { isPublic, isSearch } from '#server/cacheable.ts'
import type { CatalogueEvents } from '#server/catalogue-events.ts'
import { scriptsAfterStyles } from '#server/defer-hydration.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { formOrigins, isHtml, nonceCsp } from '#server/security-headers.ts'
import { acceptedEncodings } from '#server/send-cached.ts'
import type { Web } from '#server/web-build.ts'
import { type Actor, type Person, VISITOR } from '#shop/kernel/actor.ts'

/** Seconds after which a browser or a program may try again when the database is away. */
const RETRY_AFTER = '5'

type Rendering = {
  deps: Dependencies
  web: Web
  catalogueEvents: Pick<CatalogueEvents, 'isLost'>
  request: Request
  /** Null when the session cannot be read. */
  actor: Actor | null
  /** The worker who is signed in by PIN. */
  pinWorker?: Person | null
  /** The person whose session lacks the second factor. */
  pending?: Person | null
  /** The session that the browser is signed in with. */
  sessionId?: string | null
  nonce?: string
  /** A friend's offer for this browser, as HTML. */
  strip?: string | null
}

/** One page for one actor, with a nonce of its own. When the database is away it is a 503 that says so. */
export async function renderPage(rendering: Rendering): Promise<Response> {
  const { web, request, nonce = randomBytes(16).toString('base64url') } = rendering
  let page = ''
  const keepPage = (html: string) => {
    page = html
  }
  const context = { ...pageContext(rendering, nonce), keepPage }
  const response = await web.render(request, context)
  // The headers of a redirect may be immutable.
  const headers = new Headers(response.headers)
  const isPage = isHtml(headers.get('content-type'))
  const isLate = isForPhones(pathOf(request)) && !web.isLive
  const html = isPage ? noticed(isLate ? scriptsAfterStyles(page, nonce) : page, rendering) : null
  if (isPage && !web.isLive) {
    const targets = web.registry().formTargetsAt(pathOf(request))
    const forms = formOrigins(targets, rendering.deps.settings)
    headers.set('content-security-policy', nonceCsp(nonce, html ?? '', forms))
  }
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  const cart = await newCartCookie(request, response, context)
  if (cart) headers.append('set-cookie', cart)
  const isAway = response.status >= 500 && context.isDatabaseAway(response.status)
  if (isAway) headers.set('retry-after', RETRY_AFTER)
  const body = html === null ? response.body : await encoded(html, request, headers)
  return new Response(body, { status: isAway ? 503 : response.status, headers })
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** A page made for one person is compressed per request; brotli at this quality is faster and smaller than gzip. */
const QUALITY = 3
/** For the slowest networks: a few milliseconds of the shop's save a third of a second there. */
const QUALITY_FOR_PHONES = 9
const WORTH_IT_BYTES = 1024

const isForPhones = (path: string) => isWorkerPath(path) || isCoordinatorPath(path)

/** The page in the best encoding that the browser takes, with its headers. */
async function encoded(html: string, request: Request, headers: Headers): Promise<Uint8Array<ArrayBuffer>> {
  const plain = Buffer.from(html)
  if (plain.length < WORTH_IT_BYTES) return plain
  headers.append('vary', 'Accept-Encoding')
  const [encoding] = acceptedEncodings(request.headers.get('accept-encoding') ?? '')
  if (!encoding || encoding === 'identity') return plain
  headers.set('content-encoding', encoding)
  if (encoding === 'gzip') return gzipped(plain)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: isForPhones(pathOf(request)) ? QUALITY_FOR_PHONES : QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  return brotli(plain, { params })
}

/** Cached pages get notice and offer when they are sent; search results may be as old. */
function noticed(html: string, { catalogueEvents, request, strip }: Rendering): string {
  const isOld = catalogueEvents.isLost() && isSearch(new URL(request.url))
  const page = isOld ? html.replace(NOTICE_MARK, READ_ONLY_NOTICE) : html
  return strip ? page.replace(FRIEND_MARK, strip) : page
}

/**
 * Sends a customer's changes from other devices with every full page, so that the cart's badge is right. Not
 * with data for scripts, which may be changing the cart at this moment.
 */
async function newCartCookie(
  request: Request,
  response: Response,
  { ctx, cart, requestId, reportError }: Pick<RequestContext, 'ctx' | 'cart' | 'requestId' | 'reportError'>,
): Promise<string | null> {
  const isPage = request.method === 'GET' && !pathOf(request).endsWith('.data')
  if (!isPage || ctx.actor.kind === 'visitor' || response.status >= 500) return null
  if (setsCookie(response, 'cart')) return null
  return cart.setCookie().catch((error: unknown) => {
    reportError(error, requestId)
    return null
  })
}

function pageContext(
  {
    deps,
    web,
    catalogueEvents,
    request,
    actor,
    pinWorker = null,
    pending = null,
    sessionId = null,
  }: Rendering,
  nonce: string,
): Omit<RequestContext, 'pages' | 'keepPage'> {
  const { settings } = deps
  // A public page is the same without an actor; any other would show another person's data.
  let isAway = actor === null && !isPublic(pathOf(request), web.registry())
  const guesses = guessLimiter(
    deps.limits,
    actor ?? VISITOR,
    networkOf(request.headers.get('x-real-ip') ?? ''),
  )
  const ctx = { ...deps.ctxFor(actor ?? VISITOR), guesses, client: clientOf(request.headers) }
  return {
    ctx,
    cart: requestCart({ ctx, products: deps.products }, request, pending ? null : sessionId),
    sessionId,
    pending,
    pinWorker,
    auth: deps.auth,
    mailbox: deps.mailbox,
    pdf: deps.pdf,
    products: deps.products,
    texts: deps.texts,
    productSearch: deps.productSearch,
    sandbox: deps.sandbox,
    limits: deps.limits,
    seller: settings.seller,
    supportEmail: settings.mail.support,
    requestId: request.headers.get('x-request-id') ?? '',
    nonce,
    isDatabaseAway: (status) => isAway || (status >= 500 && catalogueEvents.isLost()),
    reportError: (error, requestId) => {
      isAway ||= isDatabaseUnavailable(error) || isStorageFull(error)
      deps.log.error({ err: error, requestId }, 'page failed')
    },
  }
}

function pathOf(request: Request): string {
  return new URL(request.url).pathname
}
