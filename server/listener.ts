import { randomUUID } from 'node:crypto'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer, Server as TlsServer } from 'node:https'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { parseCookieHeader } from '#app/request/cookies.server.ts'
import type { PageRegistry } from '#app/request/page-handle.ts'
import { KEY_HEADER, TOKEN_HEADER } from '#infra/accounts/current-session.ts'
import { collectNotes } from '#infra/logging/security-events.ts'
import type { CachedResponse } from '#infra/page-cache/page-cache.ts'
import { bodyLimit, defaultBytes } from '#infra/rate-limits/body-limits.ts'
import { networkOf } from '#infra/rate-limits/network.ts'
import { cacheKey, staleKey } from '#server/cacheable.ts'
import { type CachedPages, withFriendOffer } from '#server/cached-pages.ts'
import { rawHeader, setClientAddress } from '#server/client-address.ts'
import type { CookieEdge } from '#server/cookie-edge.ts'
import { announcedLength, BodyBudget, discardRest, receiveBody, withBody } from '#server/receive-body.ts'
import { type FriendOffers, type ReferralLink, readReferralLink } from '#server/referral-link.ts'
import { sendCached } from '#server/send-cached.ts'
import type { Web } from '#server/web-build.ts'
import { type Actor, VISITOR } from '#shop/kernel/actor.ts'

/** Maximum connections of one network, or requests if there is a proxy. High, because offices share an address. */
const MAX_PER_NETWORK = 200

export type Listener = {
  site: Pick<Hono, 'fetch'>
  web: Web
  /** Null in development, where every request renders its page. */
  pages: CachedPages | null
  trustedProxies: number
  isSecure: boolean
  tls?: { cert: string; key: string } | null
  headers: Record<string, string>
  /** Renames and re-signs cookies. */
  cookies: CookieEdge
  onCached: () => void
  onRead: (request: IncomingMessage) => void
  /** Returns the actor of a request, for its body limit. */
  actorOf: (cookies: string, apiKey?: string) => Promise<Actor>
  friends: FriendOffers
  maxConnections?: number
  maxPerNetwork?: number
  timeouts?: Timeouts
  budget?: BodyBudget
}

/** Timeouts in ms for headers, a body without files, and a whole request. `check`: interval of the checks. */
type Timeouts = { headers: number; body: number; request: number; check: number }

const TIMEOUTS: Timeouts = { headers: 15_000, body: 20_000, request: 60_000, check: 5_000 }

const MAX_HEADER_BYTES = 16 * 1024
/** Further connections are closed, so that open connections are still served. */
const MAX_CONNECTIONS = 10_000

/** Creates the server. A request goes through cached pages, files, body and site, in this order. */
export function createListener(options: Listener): Server {
  const { pages, web, onRead, onCached, trustedProxies, cookies } = options
  // This listener reads bodies itself, and discards the rest of a refused body.
  const adapter = { overrideGlobalObjects: false, autoCleanupIncoming: false }
  const site = getRequestListener(async (request, env) => {
    const response = await options.site.fetch(request, env)
    if ('incoming' in env) putCookies(response.headers, cookies, env.incoming as IncomingMessage)
    return response
  }, adapter)
  // Pages with hot reload have no content security policy.
  const common = Object.entries(options.headers).filter(
    ([name]) => !(web.isLive && name === 'content-security-policy'),
  )
  // Built files get no headers about documents, which would be a tenth of the bytes of a first visit.
  const ofFiles = common.filter(([name]) => name === 'strict-transport-security')
  let connections: ConnectionCap | null = null
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    connections?.protect(request, response)
    return site(request, response)
  }
  const requests = trustedProxies > 0 ? new RequestCap(options.maxPerNetwork) : null
  // Timeouts cut off deliberately slow clients.
  const timeouts = options.timeouts ?? TIMEOUTS
  const limits = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: timeouts.headers,
    requestTimeout: timeouts.request,
    connectionsCheckingInterval: timeouts.check,
  }
  const { actorOf, friends, budget = new BodyBudget() } = options
  const toSite = (request: IncomingMessage, response: ServerResponse) => {
    cookies.sign(request)
    return isReading(request)
      ? answer(request, response)
      : receive(request, response, { timeouts, budget, actorOf, answer })
  }
  const onRequest: RequestListener = (request, response) => {
    const { method = '', url = '/' } = request
    if (ECHOED_METHODS.includes(method)) {
      response.setHeader('x-request-id', setClientAddress(request, trustedProxies))
      return refuseMethod(request, response)
    }
    cookies.receive(request)
    if (method === 'GET') onRead(request)
    const isRead = isReading(request)
    // Picks make a page personal; a pending sign-out must run first. Without the database, cached pages are for all.
    const cookieHeader = cookiesOf(request)
    const isPersonal = hasCookie(cookieHeader, 'mixes') || hasCookie(cookieHeader, 'left')
    const isShared = isRead && (pages?.isOutage() || !isPersonal)
    let cached = isShared ? pages?.find(url) : undefined
    let key: string | null = null
    let link: ReferralLink | null = null
    if (!cached && pages && isShared) {
      link = readReferralLink(url)
      key = keyOf(link?.url ?? url, pages, web.registry())
      if (key !== null) cached = pages.find(key)
    }
    if (cached) onCached()
    if (cached && !link) {
      const isApi = url.startsWith('/api/')
      const strip = isApi ? null : friends.stripOf(cookieHeader)
      if (strip) return void sendWithStrip(request, response, cached, strip)
      return sendCached(request, response, cached, isApi ? ['x-request-id', randomUUID()] : [])
    }
    // Built files have their own headers.
    for (const [name, value] of url.startsWith('/assets/') ? ofFiles : common) response.setHeader(name, value)
    const id = setClientAddress(request, trustedProxies)
    if (requests && !requests.admit(request, response)) {
      response.setHeader('x-request-id', id)
      return void refuse(request, response, 429, TOO_MANY)
    }
    if (pages && key !== null) {
      if (url.startsWith('/api/')) response.setHeader('x-request-id', id)
      connections?.protect(request, response)
      const target = { pages, key, link, options }
      return void collectNotes(() => sendPublicPage(target, request, response), id)
    }
    web.files(request, response, () => {
      response.setHeader('x-request-id', id)
      void collectNotes(async () => toSite(request, response), id)
    })
  }
  const { tls } = options
  const server = tls
    ? createTlsServer({ ...limits, ...tls, handshakeTimeout: timeouts.headers }, onRequest)
    : createServer(limits, onRequest)
  server.maxConnections = options.maxConnections ?? MAX_CONNECTIONS
  if (trustedProxies === 0) connections = new ConnectionCap(server, options.maxPerNetwork)
  return server
}

/** Gives cookies the names that browsers store. Sends a bearer token if it was signed again. */
function putCookies(headers: Headers, edge: CookieEdge, request: IncomingMessage): void {
  const token = edge.newToken(request)
  if (token !== null) headers.set(TOKEN_HEADER, token)
  const set = headers.getSetCookie()
  const stored = edge.toStored(request, set)
  if (stored.length === 0) return
  headers.delete('set-cookie')
  for (const cookie of stored) headers.append('set-cookie', cookie)
}

function isReading({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

type ReceiveOptions = {
  timeouts: Timeouts
  budget: BodyBudget
  actorOf: Listener['actorOf']
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>
}

/** Passes the request on with its body, or with the length of a body that is too large. */
async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  { timeouts, budget, actorOf, answer }: ReceiveOptions,
): Promise<void> {
  const path = (request.url ?? '').split('?', 1)[0] ?? ''
  const usualBytes = defaultBytes(path)
  const { maxBytes, isSender } = bodyLimit(path)
  const announced = announcedLength(request)
  const mayBeLarge = maxBytes > usualBytes && (announced === null || announced > usualBytes)
  const { cookie = '', [KEY_HEADER]: key } = request.headers
  const apiKey = typeof key === 'string' ? key : undefined
  // Small bodies need no actor, so their first bytes are read at once.
  const actor = mayBeLarge ? await actorOf(cookie, apiKey).catch(() => null) : undefined
  if (actor === null) {
    refuse(request, response, 503, UNAVAILABLE)
    return
  }
  const isLarge = actor !== undefined && isSender(actor)
  const received = await receiveBody(request, response, {
    maxBytes: isLarge ? maxBytes : usualBytes,
    timeoutMs: isLarge ? null : timeouts.body,
    budget,
  })
  if (received.ok) withBody(request, received.body, received.body.length)
  else if (received.reason === 'too_large') {
    discardRest(request, response)
    withBody(request, Buffer.alloc(0), received.size)
  } else {
    refuseUnread(request, response, received.reason)
    return
  }
  await answer(request, response)
}

function refuseUnread(
  request: IncomingMessage,
  response: ServerResponse,
  reason: 'too_slow' | 'too_many_pieces' | 'no_room' | 'gone',
): void {
  if (reason === 'gone') return
  if (reason === 'no_room') refuse(request, response, 503, BUSY)
  else {
    const status = reason === 'too_slow' ? 408 : 400
    response
      .writeHead(status, { connection: 'close', 'content-length': 0 })
      .end(() => request.socket.destroy())
  }
}

/** Methods that make servers echo the request, with its cookies. */
const ECHOED_METHODS = ['TRACE', 'TRACK']

function refuseMethod(request: IncomingMessage, response: ServerResponse): void {
  discardRest(request, response)
  response.writeHead(405, { allow: 'GET, HEAD, POST', 'content-length': 0, connection: 'close' }).end()
}

const BUSY = 'The shop is too busy right now. Please try again.'
const UNAVAILABLE = 'The shop is unavailable right now. Please try again.'
const TOO_MANY = 'Too many requests at once from your network. Please try again.'
const CODES = { 429: 'too_many_requests', 503: 'unavailable' } as const

/** Refuses in the format of the API's errors. */
function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: keyof typeof CODES,
  error: string,
): void {
  discardRest(request, response)
  const body = Buffer.from(JSON.stringify({ error, code: CODES[status] }))
  const headers = { 'content-type': 'application/json', 'retry-after': '5', 'cache-control': 'no-store' }
  sendAsIs(request, response, status, headers, body)
}

function keyOf(url: string, pages: CachedPages, registry: PageRegistry): string | null {
  return cacheKey(url, registry) ?? (pages.isOutage() ? staleKey(url, registry) : null)
}

type PageRequest = {
  pages: CachedPages
  key: string
  link: ReferralLink | null
  options: Pick<Listener, 'friends' | 'actorOf' | 'isSecure' | 'cookies'>
}

/** Sends a public page, rendered if needed. A friend's link adds its offer. */
async function sendPublicPage(
  { pages, key, link, options }: PageRequest,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const strip = link
    ? await openReferralLink(link, options, request, response)
    : options.friends.stripOf(cookiesOf(request))
  const cached = pages.find(key)
  const answer = cached ? { page: cached } : await pages.answer(key)
  // Sent as it is: the headers already have the id of the request that rendered this response.
  if (!('page' in answer)) return sendAsIs(request, response, answer.status, answer.headers, answer.body)
  if (strip) return sendWithStrip(request, response, answer.page, strip)
  sendCached(request, response, answer.page)
}

/** Remembers the link's code in cookies and returns the strip with its offer. */
async function openReferralLink(
  link: ReferralLink,
  { friends, actorOf, isSecure, cookies: edge }: PageRequest['options'],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<string | null> {
  edge.sign(request)
  const cookies = cookiesOf(request)
  const actor = await actorOf(cookies).catch(() => VISITOR)
  const network = networkOf(rawHeader(request.rawHeaders, 'x-real-ip') ?? '')
  const { strip, setCookies } = await friends.check({ link, cookies, actor, network, isSecure })
  if (setCookies.length > 0) response.setHeader('set-cookie', edge.toStored(request, setCookies))
  return strip
}

/** `strip`: a friend's offer. */
async function sendWithStrip(
  request: IncomingMessage,
  response: ServerResponse,
  page: CachedResponse,
  strip: string,
): Promise<void> {
  sendCached(request, response, await withFriendOffer(page, strip))
}

function hasCookie(header: string, name: 'mixes' | 'left'): boolean {
  return parseCookieHeader(header, name) !== ''
}

function cookiesOf({ rawHeaders }: IncomingMessage): string {
  return rawHeader(rawHeaders, 'cookie') ?? ''
}

function sendAsIs(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: Buffer,
): void {
  response.writeHead(status, { ...headers, 'content-length': body.length })
  response.end(request.method === 'HEAD' ? undefined : body)
}

class RequestCap {
  readonly #max: number
  readonly #held = new Map<string, number>()

  constructor(max = MAX_PER_NETWORK) {
    this.#max = max
  }

  admit(request: IncomingMessage, response: ServerResponse): boolean {
    const network = networkOf(String(request.headers['x-real-ip'] ?? ''))
    const held = this.#held.get(network) ?? 0
    if (held >= this.#max) return false
    this.#held.set(network, held + 1)
    response.once('close', () => this.#leave(network))
    return true
  }

  #leave(network: string): void {
    const held = (this.#held.get(network) ?? 0) - 1
    if (held > 0) this.#held.set(network, held)
    else this.#held.delete(network)
  }
}

/**
 * Caps open connections per network. A new connection replaces the oldest that waits for a whole request, so that
 * a client cannot shut out others in its network. Not for use behind a proxy.
 */
class ConnectionCap {
  readonly #max: number
  readonly #open = new Map<string, Set<Socket>>()
  readonly #answering = new Set<Socket>()

  constructor(server: Server, max = MAX_PER_NETWORK) {
    this.#max = max
    // With TLS, the request's socket exists only after the handshake.
    const event = server instanceof TlsServer ? 'secureConnection' : 'connection'
    server.on(event, (socket: Socket) => this.#admit(socket))
  }

  /** Protects a connection from replacement until its request is answered. */
  protect({ socket }: IncomingMessage, response: ServerResponse): void {
    this.#answering.add(socket)
    response.once('close', () => this.#answering.delete(socket))
  }

  #admit(socket: Socket): void {
    const network = networkOf(socket.remoteAddress ?? '')
    const open = this.#open.get(network) ?? new Set()
    if (open.size >= this.#max) {
      const oldest = [...open].find(
        (candidate) => !this.#answering.has(candidate) && candidate.writableLength === 0,
      )
      oldest?.destroy()
      if (!oldest?.destroyed) return void socket.destroy()
      open.delete(oldest)
    }
    this.#open.set(network, open.add(socket))
    socket.once('close', () => {
      open.delete(socket)
      if (open.size === 0 && this.#open.get(network) === open) this.#open.delete(network)
    })
  }
}
