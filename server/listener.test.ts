import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Hono } from 'hono'
import { afterAll, expect, it } from 'vitest'
import { createListener } from '#server/listener.ts'

const site = new Hono().post('*', async (c) => c.text(await c.req.text())).all('*', (c) => c.text('ok'))
const web = {
  isLive: false,
  render: async () => new Response(),
  files: (_: unknown, __: unknown, next: () => void) => next(),
  close: async () => {},
}
const options = {
  site,
  web,
  pages: null,
  trustProxy: false,
  isSecure: false,
  onKept: () => {},
  onRead: () => {},
  maxConnections: 20,
}
const server = createListener(options)
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

it('gives nobody longer than a minute for a request, nor more than a quarter of it for its headers', () => {
  expect(server).toMatchObject({ headersTimeout: 15_000, requestTimeout: 60_000 })
})

it('cuts off who sends a byte at a time, headers or body, and serves others meanwhile', async () => {
  // The same limits, only shorter, so that they can be watched.
  const hasty = createListener({ ...options, patience: { headers: 400, request: 800, check: 50 } })
  hasty.listen(0, '127.0.0.1')
  await once(hasty, 'listening')
  const at = hasty.address()
  const where = typeof at === 'object' && at ? at.port : 0
  const begun = performance.now()
  const slow = [GET, 'POST / HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 100000\r\n\r\n'].map(
    async (start) => {
      const socket = connect(where, '127.0.0.1')
      let heard = ''
      socket
        .on('error', () => {})
        .on('data', (chunk) => {
          heard += chunk
        })
      const dripping = setInterval(() => socket.write('a'), 40)
      socket.write(start)
      // Writing into what is closed is an error here, and what is expected.
      await new Promise((resolve) => socket.on('close', resolve))
      clearInterval(dripping)
      return heard
    },
  )
  let isOver = false
  let served = 0
  const attacks = Promise.all(slow).finally(() => {
    isOver = true
  })
  while (!isOver) {
    expect((await fetch(`http://127.0.0.1:${where}/`)).status).toBe(200)
    served += 1
  }
  for (const heard of await attacks) expect(heard).not.toContain('200')
  expect(performance.now() - begun).toBeGreaterThan(400)
  expect(served).toBeGreaterThan(0)
  hasty.closeAllConnections()
  hasty.close()
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
