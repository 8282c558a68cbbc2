import type { IncomingMessage, ServerResponse } from 'node:http'
import fresh from 'fresh'
import Negotiator from 'negotiator'
import type { CachedResponse } from '#infra/page-cache/page-cache.ts'
import { rawHeader } from '#server/client-address.ts'

type Encoding = 'br' | 'gzip' | 'identity'

export function sendCached(request: IncomingMessage, response: ServerResponse, kept: CachedResponse): void {
  const { rawHeaders } = request
  const { etag, headers } = kept
  if (fresh({ 'if-none-match': rawHeader(rawHeaders, 'if-none-match') }, { etag })) {
    const { vary, 'content-security-policy': policy } = headers
    // Browsers replace stored headers by those of a 304.
    if (policy) response.setHeader('content-security-policy', policy)
    response.writeHead(304, { etag, 'cache-control': headers['cache-control'], ...(vary && { vary }) })
    response.end()
    return
  }
  const accepted = acceptedEncodings(rawHeader(rawHeaders, 'accept-encoding') ?? '')
  const encoding = accepted.find((one) => kept[one]) ?? 'identity'
  const { head, body } = readyAnswer(kept, encoding)
  response.writeHead(200, head)
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** Smallest first. */
const ENCODINGS = ['br', 'gzip'] as const

const negotiated = new Map<string, readonly Encoding[]>()
/** Browsers send a handful of headers; other clients must not fill the memory. */
const MAX_NEGOTIATED = 50

export function acceptedEncodings(header: string): readonly Encoding[] {
  const known = negotiated.get(header)
  if (known) return known
  const accepted = new Negotiator({ headers: { 'accept-encoding': header } }).encodings([...ENCODINGS])
  const made = ENCODINGS.filter((encoding) => accepted.includes(encoding))
  if (negotiated.size >= MAX_NEGOTIATED) negotiated.clear()
  negotiated.set(header, made)
  return made
}

type ReadyAnswer = { head: Record<string, string | number>; body: Buffer }

const ready = new WeakMap<CachedResponse, Map<Encoding, ReadyAnswer>>()

/** Prepares headers and body once: no other response is as frequent. */
function readyAnswer(kept: CachedResponse, encoding: Encoding): ReadyAnswer {
  const answers = ready.get(kept) ?? new Map<Encoding, ReadyAnswer>()
  const known = answers.get(encoding)
  if (known) return known
  const body = kept[encoding] ?? kept.identity
  const head: ReadyAnswer['head'] = { ...kept.headers, etag: kept.etag, 'content-length': body.length }
  if (encoding !== 'identity') head['content-encoding'] = encoding
  const made = { head, body }
  ready.set(kept, answers.set(encoding, made))
  return made
}
