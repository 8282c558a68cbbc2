import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Hono } from 'hono'
import { afterAll, expect, it } from 'vitest'
import { createListener } from '#server/listener.ts'

const site = new Hono().all('*', (c) => c.text('ok'))
const web = {
  isLive: false,
  render: async () => new Response(),
  files: (_: unknown, __: unknown, next: () => void) => next(),
  close: async () => {},
}
const server = createListener({
  site,
  web,
  pages: null,
  trustProxy: false,
  isSecure: false,
  onKept: () => {},
  onRead: () => {},
  maxConnections: 20,
})
// So that the test does not wait for a minute; the order of the limits is checked below.
const limits = { headers: server.headersTimeout, request: server.requestTimeout }
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
const port = typeof address === 'object' && address ? address.port : 0
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function open(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** What comes back for these bytes until the connection is closed. */
async function exchange(text: string): Promise<string> {
  const socket = await open()
  let heard = ''
  socket.on('data', (chunk) => {
    heard += chunk
  })
  const closed = once(socket, 'close')
  socket.write(text)
  await closed
  return heard
}

const GET = 'GET / HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n'

it('answers a plain request', async () => {
  expect(await exchange(`${GET}\r\n`)).toMatch(/^HTTP\/1.1 200 OK/)
})

it('refuses a flood of headers', async () => {
  const flood = Array.from({ length: 400 }, (_, at) => `X-Flood-${at}: ${'x'.repeat(40)}\r\n`).join('')
  expect(await exchange(`${GET}${flood}\r\n`)).toMatch(/^HTTP\/1.1 431 /)
  expect(await exchange(`${GET}Cookie: ${'x'.repeat(17 * 1024)}\r\n\r\n`)).toMatch(/^HTTP\/1.1 431 /)
})

it('refuses what is no HTTP, or could be read in two ways', async () => {
  expect(await exchange('\x16\x03\x01\x02\x00\x01\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /)
  const twoLengths =
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'
  expect(await exchange(twoLengths)).toMatch(/^HTTP\/1.1 400 /)
})

it('gives nobody longer than a minute for a request, nor a quarter of it for its headers', () => {
  expect(limits).toEqual({ headers: 15_000, request: 60_000 })
})

it('closes further connections when too many are open, and still serves those', async () => {
  const first = await open()
  const silent = await Promise.all(Array.from({ length: 25 }, open))
  const turnedAway = silent.map((socket) => (socket.closed ? null : once(socket, 'close')))
  await Promise.race(turnedAway)
  let heard = ''
  first.on('data', (chunk) => {
    heard += chunk
  })
  const ended = once(first, 'close')
  first.write(`${GET}\r\n`)
  await ended
  expect(heard).toMatch(/^HTTP\/1.1 200 OK/)
  for (const socket of silent) socket.destroy()
})
