import type { IncomingMessage, ServerResponse } from 'node:http'
import fresh from 'fresh'
import Negotiator from 'negotiator'
import type { CachedResponse } from '#infra/page-cache/page-cache.ts'
import { rawHeader } from '#server/client-address.ts'

type Encoding = 'br' | 'gzip' | 'identity'

const HEADERS_OF_304 = new Set(['cache-control', 'vary', 'content-security-policy'])

/** `further`: further headers, as names and values in turns. */
export function sendCached(
  request: IncomingMessage,
  response: ServerResponse,
  page: CachedResponse,
  further: readonly string[] = [],
): void {
  const { rawHeaders } = request
  const { etag, headers } = page
  if (fresh({ 'if-none-match': rawHeader(rawHeaders, 'if-none-match') }, { etag })) {
    // Browsers replace stored headers by the headers of the 304.
    const fields = Object.entries(headers).filter(([name]) => HEADERS_OF_304.has(name))
    response.writeHead(304, ['etag', etag, ...fields.flat(), ...further])
    response.end()
    return
  }
  const accepted = acceptedEncodings(rawHeader(rawHeaders, 'accept-encoding') ?? '')
  const encoding = accepted.find((encoding) => page[encoding]) ?? 'identity'
  const { head, body } = readyAnswer(page, encoding)
  // Node writes an array of headers faster than an object, or than headers that were set before.
  response.writeHead(200, [...head, ...further])
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** The encoding with the smallest result first. */
const ENCODINGS = ['br', 'gzip'] as const

const encodingsByHeader = new Map<string, readonly Encoding[]>()
/** Browsers send only a few different headers. Other clients must not fill the memory. */
const MAX_NEGOTIATED = 50

export function acceptedEncodings(header: string): readonly Encoding[] {
  const earlier = encodingsByHeader.get(header)
  if (earlier) return earlier
  const accepted = new Negotiator({ headers: { 'accept-encoding': header } }).encodings([...ENCODINGS])
  const encodings = ENCODINGS.filter((encoding) => accepted.includes(encoding))
  if (encodingsByHeader.size >= MAX_NEGOTIATED) encodingsByHeader.clear()
  encodingsByHeader.set(header, encodings)
  return encodings
}

type ReadyAnswer = { head: readonly string[]; body: Buffer }

const preparedAnswers = new WeakMap<CachedResponse, Map<Encoding, ReadyAnswer>>()

/** Prepares headers and body only once, because no other response is as frequent. */
function readyAnswer(page: CachedResponse, encoding: Encoding): ReadyAnswer {
  const answers = preparedAnswers.get(page) ?? new Map<Encoding, ReadyAnswer>()
  const earlier = answers.get(encoding)
  if (earlier) return earlier
  const body = page[encoding] ?? page.identity
  const headers = { ...page.headers, etag: page.etag, 'content-length': `${body.length}` }
  const encoded = encoding === 'identity' ? headers : { ...headers, 'content-encoding': encoding }
  const answer = { head: Object.entries(encoded).flat(), body }
  preparedAnswers.set(page, answers.set(encoding, answer))
  return answer
}
