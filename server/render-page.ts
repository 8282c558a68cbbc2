import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { requestCart } from '#app/cart/request-cart.server.ts'
import { FRIEND_MARK, NOTICE_MARK, READ_ONLY_NOTICE } from '#app/frame/inserted-notices.ts'
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

/** In seconds. */
const RETRY_AFTER = '5'

type RenderOptions = {
  deps: Dependencies
  web: Web
  catalogueEvents: Pick<CatalogueEvents, 'isLost'>
  request: Request
  /** Null if the session cannot be read. */
  actor: Actor | null
  pinWorker?: Person | null
  pending?: Person | null
  sessionId?: string | null
  nonce?: string
  strip?: string | null
}

/** Renders a page for one actor. Answers 503 if the database is unavailable or the file storage is full. */
export async function renderPage(options: RenderOptions): Promise<Response> {
  const { web, request, nonce = randomBytes(16).toString('base64url') } = options
  let page = ''
  const keepPage = (html: string) => {
    page = html
  }
  const context = { ...pageContext(options, nonce), keepPage }
  const response = await web.render(request, context)
  // The headers of a redirect may be immutable.
  const headers = new Headers(response.headers)
  const isPage = isHtml(headers.get('content-type'))
  const isLate = isForPhones(pathOf(request)) && !web.isLive
  const html = isPage ? withNotices(isLate ? scriptsAfterStyles(page, nonce) : page, options) : null
  if (isPage && !web.isLive) {
    const targets = web.registry().formTargetsAt(pathOf(request))
    const forms = formOrigins(targets, options.deps.settings)
    headers.set('content-security-policy', nonceCsp(nonce, html ?? '', forms))
  }
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  const cart = await newCartCookie(request, response, context)
  if (cart) headers.append('set-cookie', cart)
  const isDown = response.status >= 500 && context.isOutage(response.status)
  if (isDown) headers.set('retry-after', RETRY_AFTER)
  const body = html === null ? response.body : await compress(html, request, headers)
  return new Response(body, { status: isDown ? 503 : response.status, headers })
}

const brotli = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** Brotli quality for pages that are rendered per request. Faster and smaller than gzip. */
const QUALITY = 3
/** Brotli quality for slow networks. A few more milliseconds save a third of a second of transfer. */
const QUALITY_FOR_PHONES = 9
const WORTH_IT_BYTES = 1024

const isForPhones = (path: string) => isWorkerPath(path) || isCoordinatorPath(path)

async function compress(html: string, request: Request, headers: Headers): Promise<Uint8Array<ArrayBuffer>> {
  const plain = Buffer.from(html)
  if (plain.length < WORTH_IT_BYTES) return plain
  headers.append('vary', 'Accept-Encoding')
  const [encoding] = acceptedEncodings(request.headers.get('accept-encoding') ?? '')
  if (!encoding || encoding === 'identity') return plain
  headers.set('content-encoding', encoding)
  if (encoding === 'gzip') return gzipAsync(plain)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: isForPhones(pathOf(request)) ? QUALITY_FOR_PHONES : QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  return brotli(plain, { params })
}

/** Inserts the friend's offer, and a notice if search results may be outdated. */
function withNotices(html: string, { catalogueEvents, request, strip }: RenderOptions): string {
  const isOld = catalogueEvents.isLost() && isSearch(new URL(request.url))
  const page = isOld ? html.replace(NOTICE_MARK, READ_ONLY_NOTICE) : html
  return strip ? page.replace(FRIEND_MARK, strip) : page
}

/** Sends the account's cart with full pages only, because scripts may change the cart while they fetch data. */
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
  }: RenderOptions,
  nonce: string,
): Omit<RequestContext, 'pages' | 'keepPage'> {
  const { settings } = deps
  // If the session cannot be read, every page but a public one would take a signed-in person for a visitor.
  let isDown = actor === null && !isPublic(pathOf(request), web.registry())
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
    seller: ctx.config.seller,
    supportEmail: settings.mail.support,
    requestId: request.headers.get('x-request-id') ?? '',
    nonce,
    isOutage: (status) => isDown || (status >= 500 && catalogueEvents.isLost()),
    reportError: (error, requestId) => {
      isDown ||= isDatabaseUnavailable(error) || isStorageFull(error)
      deps.log.error({ err: error, requestId }, 'page failed')
    },
  }
}

function pathOf(request: Request): string {
  return new URL(request.url).pathname
}
