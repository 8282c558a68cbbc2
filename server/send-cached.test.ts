import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { toPage } from '#infra/page-cache/page-cache.ts'
import { sendCached } from '#server/send-cached.ts'

const headers = { 'content-type': 'text/html', 'cache-control': 'public, max-age=0', vary: 'Accept-Encoding' }
const page = await toPage(headers, Buffer.from('millet '.repeat(1000)))
const server = createServer((message, response) => sendCached(message, response, page)).listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => server.close())

/** Returns status and headers. Unlike fetch, this function adds no headers to the request. */
async function requestWith(headers: Record<string, string>) {
  const message = request({ port: (server.address() as AddressInfo).port, headers }).end()
  const [response] = await once(message, 'response')
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
  expect(await requestWith({ 'accept-encoding': accepted })).toMatchObject({
    status: 200,
    vary: 'Accept-Encoding',
  })
  expect((await requestWith({ 'accept-encoding': accepted }))['content-encoding']).toBe(encoding)
})

it.each([
  [page.etag, 304],
  [page.etag.replace('W/', ''), 304],
  [`"older", ${page.etag}`, 304],
  ['*', 304],
  ['"older"', 200],
  ['"older", W/"oldest"', 200],
])('If-None-Match %s is answered with %i', async (header, status) => {
  expect(await requestWith({ 'if-none-match': header })).toMatchObject({
    status,
    etag: page.etag,
    vary: 'Accept-Encoding',
    'cache-control': 'public, max-age=0',
  })
})
