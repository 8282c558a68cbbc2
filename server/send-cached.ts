import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CachedResponse } from '#infra/page-cache/page-cache.ts'
import { rawHeader } from '#server/client-address.ts'

type Encoding = 'br' | 'gzip' | 'identity'

/** Sends a cached page or file: 304 when the browser has it, else in the best common encoding. */
export function sendCached(request: IncomingMessage, response: ServerResponse, kept: CachedResponse): void {
  const { rawHeaders } = request
  if (rawHeader(rawHeaders, 'if-none-match') === kept.etag) {
    response.writeHead(304, { etag: kept.etag, 'cache-control': kept.headers['cache-control'] })
    response.end()
    return
  }
  const encoding = bestEncoding(kept, rawHeader(rawHeaders, 'accept-encoding') ?? '')
  const { head, body } = readyAnswer(kept, encoding)
  response.writeHead(200, head)
  response.end(request.method === 'HEAD' ? undefined : body)
}

function bestEncoding(kept: CachedResponse, accepts: string): Encoding {
  if (kept.br && accepts.includes('br')) return 'br'
  return kept.gzip && accepts.includes('gzip') ? 'gzip' : 'identity'
}

type ReadyAnswer = { head: Record<string, string | number>; body: Buffer }

const ready = new WeakMap<CachedResponse, Map<Encoding, ReadyAnswer>>()

/** Prepared headers and body: no other response is as frequent. */
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
