import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { cacheKey, standInKey } from '#server/cacheable.ts'
import { stampAddress } from '#server/client-address.ts'
import type { KeptPages } from '#server/kept-pages.ts'
import { type ReferralLink, readReferralLink, rememberLink } from '#server/referral-link.ts'
import { sendKept } from '#server/send-kept.ts'
import type { Web } from '#server/web-build.ts'

export type Listener = {
  site: Pick<Hono, 'fetch'>
  web: Web
  /** Null in development, where every page is rendered afresh. */
  pages: KeptPages | null
  trustProxy: boolean
  /** True when people reach the shop by https. */
  isSecure: boolean
  /** Hears of every kept page that is sent. */
  onKept: () => void
  /** Hears of every GET, before it is answered. */
  onRead: (request: IncomingMessage) => void
  maxConnections?: number
  patience?: Patience
}

/** How long a client may take, in ms: for the headers, for a whole request. Looked after every `check`. */
export type Patience = { headers: number; request: number; check: number }

const PATIENCE: Patience = { headers: 15_000, request: 60_000, check: 5_000 }

/** All headers of a request together. */
const MOST_HEADER_BYTES = 16 * 1024
/** Beyond this a new connection is closed at once, so that those that are open are still served. */
const MOST_CONNECTIONS = 10_000

/** node:http → kept pages → files → site. */
export function createListener(options: Listener): Server {
  const { pages, web, onRead, onKept } = options
  const toSite = getRequestListener(options.site.fetch, { overrideGlobalObjects: false })
  // Who sends slowly on purpose does not hold a connection for long, and one client cannot hold them all.
  const patience = options.patience ?? PATIENCE
  const limits = {
    maxHeaderSize: MOST_HEADER_BYTES,
    headersTimeout: patience.headers,
    requestTimeout: patience.request,
    connectionsCheckingInterval: patience.check,
  }
  const server = createServer(limits, (request, response) => {
    const { method, url = '/' } = request
    if (method === 'GET') onRead(request)
    const isRead = method === 'GET' || method === 'HEAD'
    // Most addresses are their own key, as they came.
    let kept = isRead ? pages?.find(url) : undefined
    let key: string | null = null
    if (!kept && pages && isRead) {
      const link = readReferralLink(url)
      key = keyOf(pages, link?.url ?? url)
      if (link && key !== null) remember(link, request, response, options.isSecure)
      if (key !== null) kept = pages.find(key)
    }
    if (kept) {
      onKept()
      return sendKept(request, response, kept)
    }
    stampAddress(request, options.trustProxy)
    if (pages && key !== null) return void make(pages, key, request, response)
    web.files(request, response, () => void toSite(request, response))
  })
  server.maxConnections = options.maxConnections ?? MOST_CONNECTIONS
  return server
}

/** A friend's link leads to a kept page like any other; only the cookie goes with it. Other pages: see site.ts. */
function remember(
  link: ReferralLink,
  request: IncomingMessage,
  response: ServerResponse,
  isSecure: boolean,
): void {
  const cookie = rememberLink(link, request.headers.cookie ?? '', isSecure)
  if (cookie) response.setHeader('set-cookie', cookie)
}

function keyOf(pages: KeptPages, url: string): string | null {
  return cacheKey(url) ?? (pages.isAway() ? standInKey(url) : null)
}

/** Sends a public page that has to be made first. */
async function make(
  pages: KeptPages,
  key: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answer = await pages.answer(key)
  if ('page' in answer) sendKept(request, response, answer.page)
  else sendAsIs(request, response, answer.status, answer.headers, answer.body)
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
