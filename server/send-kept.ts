import type { IncomingMessage, ServerResponse } from 'node:http'
import type { KeptAnswer } from '#infra/page-cache/kept-answer.ts'
import { rawHeader } from '#server/client-address.ts'

/** Answers with a kept page or file: 304 when the browser has it, else in the best encoding that both have. */
export function sendKept(request: IncomingMessage, response: ServerResponse, kept: KeptAnswer): void {
  const { rawHeaders } = request
  if (rawHeader(rawHeaders, 'if-none-match') === kept.etag) {
    response.writeHead(304, { etag: kept.etag, 'cache-control': kept.headers['cache-control'] })
    response.end()
    return
  }
  const accepts = rawHeader(rawHeaders, 'accept-encoding') ?? ''
  const encoding =
    kept.br && accepts.includes('br') ? 'br' : kept.gzip && accepts.includes('gzip') ? 'gzip' : null
  const body = (encoding && kept[encoding]) ?? kept.identity
  const headers: Record<string, string | number> = {
    ...kept.headers,
    etag: kept.etag,
    'content-length': body.length,
  }
  if (encoding) headers['content-encoding'] = encoding
  response.writeHead(200, headers)
  response.end(request.method === 'HEAD' ? undefined : body)
}
