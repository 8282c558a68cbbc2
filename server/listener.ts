import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { PageCache } from '#infra/page-cache/page-cache.ts'
import { cacheKey } from '#server/cacheable.ts'
import { stampAddress } from '#server/client-address.ts'
import { COMMON_HEADERS, withoutNonce } from '#server/security-headers.ts'
import { sendKept } from '#server/send-kept.ts'
import type { Web } from '#server/web-build.ts'

/** Renders what visitors see at this URL, with a nonce that is taken out again before it is kept. */
export type RenderPublic = (url: string, nonce: string) => Promise<Response>

export type Listener = {
  site: Hono
  web: Web
  /** Null in development, where every page is rendered afresh. */
  cache: PageCache | null
  renderPublic: RenderPublic
  trustProxy: boolean
  origin: string
}

/** node:http → kept pages → files → site. */
export function createListener(options: Listener): Server {
  const { cache, web } = options
  const toSite = getRequestListener(options.site.fetch, { overrideGlobalObjects: false })
  const server = createServer((request, response) => {
    const key = cache && isRead(request) ? cacheKey(request.url ?? '/') : null
    const kept = key === null ? undefined : cache?.find(key)
    if (kept) return sendKept(request, response, kept)
    stampAddress(request, options.trustProxy)
    const toSiteOrKeep = () =>
      key === null ? toSite(request, response) : fill(options, key, request, response)
    web.files(request, response, () => void toSiteOrKeep())
  })
  server.requestTimeout = 60_000
  server.headersTimeout = 15_000
  return server
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Renders a public page, keeps it when it is a whole one, and answers with it. */
async function fill(
  { cache, renderPublic }: Listener,
  key: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const version = cache?.version ?? 0
  const nonce = randomBytes(16).toString('base64url')
  const rendered = await renderPublic(key, nonce)
  const headers = plainHeaders(rendered.headers)
  const body = Buffer.from(await rendered.arrayBuffer())
  if (rendered.status !== 200 || !cache) return sendAsIs(request, response, rendered.status, headers, body)
  const isPage = headers['content-type']?.startsWith('text/html')
  const page = isPage ? withoutNonce(body.toString(), nonce) : null
  if (page) headers['content-security-policy'] = page.csp
  headers['cache-control'] = 'public, max-age=0, must-revalidate'
  sendKept(request, response, await cache.keep(key, version, headers, page ? Buffer.from(page.html) : body))
}

function plainHeaders(headers: Headers): Record<string, string> {
  const kept = { ...COMMON_HEADERS, ...Object.fromEntries(headers) }
  for (const name of ['set-cookie', 'content-length', 'content-encoding', 'x-request-id']) delete kept[name]
  return { ...kept, vary: 'Accept-Encoding' }
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
