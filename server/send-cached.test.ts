import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { toPage } from '#infra/page-cache/page-cache.ts'
import { sendCached } from '#server/send-cached.ts'

const headers = { 'content-type': 'text/html', 'cache-control': 'public, max-age=0', vary: 'Accept-Encoding' }
const kept = await toPage(headers, Buffer.from('millet '.repeat(1000)))
const server = createServer((asked, response) => sendCached(asked, response, kept)).listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => server.close())

/** Status and headers; unlike fetch, it sends no header of its own. */
async function ask(sent: Record<string, string>) {
  const asked = request({ port: (server.address() as AddressInfo).port, headers: sent }).end()
  const [response] = await once(asked, 'response')
  response.resume()
  return { status: response.statusCode, ...response.headers }
}

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=1.0, br;q=0.1', 'br'],
  ['*', 'br'],
  ['brotli', undefined],
  ['gzip;q=0', undefined],
  ['identity', undefined],
  ['', undefined],
])('Accept-Encoding "%s" is answered in %s', async (accepted, encoding) => {
  expect(await ask({ 'accept-encoding': accepted })).toMatchObject({ status: 200, vary: 'Accept-Encoding' })
  expect((await ask({ 'accept-encoding': accepted }))['content-encoding']).toBe(encoding)
})

it.each([
  [kept.etag, 304],
  [kept.etag.replace('W/', ''), 304],
  [`"older", ${kept.etag}`, 304],
  ['*', 304],
  ['"older"', 200],
  ['"older", W/"oldest"', 200],
])('If-None-Match %s is answered with %i', async (sent, status) => {
  expect(await ask({ 'if-none-match': sent })).toMatchObject({
    status,
    etag: kept.etag,
    vary: 'Accept-Encoding',
    'cache-control': 'public, max-age=0',
  })
})
