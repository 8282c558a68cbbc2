import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { get as httpsGet } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Hono } from 'hono'
import { afterAll, describe, expect, it } from 'vitest'
import { limitBody } from '#api/api.ts'
import { FORM_BYTES, JSON_BYTES } from '#infra/rate-limits/body-limits.ts'
import { createListener, type Listener } from '#server/listener.ts'
import { readRegistry } from '#server/page-registry.ts'
import { BodyBudget } from '#server/receive-body.ts'
import { type Actor, VISITOR } from '#shop/kernel/actor.ts'

const handledPaths: string[] = []
const site = new Hono()
  .use('/api/*', limitBody)
  .post('*', async (c) => {
    handledPaths.push(c.req.path)
    return c.text(`${(await c.req.arrayBuffer()).byteLength} of ${c.req.header('content-length')}`)
  })
  .all('*', (c) => c.text('ok'))
const web = {
  isLive: false,
  registry: () => readRegistry({}),
  render: async () => new Response(),
  files: (_: unknown, __: unknown, next: () => void) => next(),
  sheets: {},
}
const options = {
  headers: { 'x-content-type-options': 'nosniff' },
  site,
  web,
  pages: null,
  trustedProxies: 0,
  isSecure: false,
  onCached: () => {},
  onRead: () => {},
  actorOf: async () => VISITOR,
  cookies: {
    receive: () => {},
    sign: () => {},
    toStored: (_: unknown, set: readonly string[]) => [...set],
    newToken: () => null,
  },
  friends: { stripOf: () => null, check: async () => ({ strip: null, setCookies: [] }) },
  maxConnections: 20,
}
const servers: Server[] = []
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

/** Starts a listener with these options and the defaults for all others. */
async function startListener(more: Partial<Listener> = {}): Promise<{ server: Server; port: number }> {
  const server = createListener({ ...options, ...more }).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}
const { server, port } = await startListener()

async function open(at = port): Promise<Socket> {
  const socket = connect(at, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Sends bytes and returns the response when the connection closes. */
async function exchange(text: string): Promise<string> {
  const socket = await open()
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  const closed = once(socket, 'close')
  socket.write(text)
  await closed
  return received
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

it('refuses invalid and ambiguous HTTP', async () => {
  expect(await exchange('\x16\x03\x01\x02\x00\x01\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /)
  const twoLengths =
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'
  expect(await exchange(twoLengths)).toMatch(/^HTTP\/1.1 400 /)
})

it('allows 60 seconds for a request, and 15 for its headers', () => {
  expect(server).toMatchObject({ headersTimeout: 15_000, requestTimeout: 60_000 })
})

it('cuts off clients that send headers or body one byte at a time, and serves others meanwhile', async () => {
  // Shorter timeouts, so that the test ends soon.
  const { port: where } = await startListener({
    timeouts: { headers: 400, body: 1200, request: 800, check: 50 },
  })
  const begun = performance.now()
  const slow = [GET, 'POST / HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 60000\r\n\r\n'].map(
    async (start) => {
      const socket = connect(where, '127.0.0.1')
      let received = ''
      socket
        .on('error', () => {})
        .on('data', (chunk) => {
          received += chunk
        })
      const dripping = setInterval(() => socket.write('a'), 40)
      socket.write(start)
      // Writing to a closed socket fails, as expected.
      await new Promise((resolve) => socket.on('close', resolve))
      clearInterval(dripping)
      return received
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
  for (const received of await attacks) expect(received).not.toContain('200')
  expect(performance.now() - begun).toBeGreaterThan(400)
  expect(served).toBeGreaterThan(0)
})

it('closes further connections when too many are open, and still serves the open connections', async () => {
  const first = await open()
  const silent = await Promise.all(Array.from({ length: 25 }, () => open()))
  const closings = silent.map((socket) => (socket.closed ? null : once(socket, 'close')))
  await Promise.race(closings)
  let received = ''
  first.on('data', (chunk) => {
    received += chunk
  })
  const ended = once(first, 'close')
  first.write(`${GET}\r\n`)
  await ended
  expect(received).toMatch(/^HTTP\/1.1 200 OK/)
  for (const socket of silent) socket.destroy()
})

const worker: Actor = {
  kind: 'person',
  id: 'w',
  email: 'w@shop.test',
  fullName: 'Sita',
  staffRole: null,
  isWorker: true,
  coordinates: [],
  factorAt: null,
}
const PHOTO = '/api/work-logs/1/photo'
const MB = 1024 * 1024

type Upload = { path?: string; size: number; inPieces?: boolean; headers?: string }

/** Returns the head of a POST with `size` bytes, and its encoded body. */
function post({ path = '/contact', size, inPieces = false, headers = '' }: Upload): [string, Buffer] {
  const length = inPieces ? 'Transfer-Encoding: chunked' : `Content-Length: ${size}`
  const bytes = Buffer.alloc(size, 'x')
  const body = inPieces
    ? Buffer.concat([Buffer.from(`${size.toString(16)}\r\n`), bytes, Buffer.from('\r\n0\r\n\r\n')])
    : bytes
  return [`POST ${path} HTTP/1.1\r\nHost: shop.test\r\n${headers}${length}\r\n\r\n`, body]
}

/** Sends everything before it reads, as browsers do. Returns the response, or '' if the connection was cut. */
async function sendAll(at: number, upload: Upload): Promise<string> {
  const socket = await open(at)
  socket.pause()
  const [head, body] = post({ headers: 'Connection: close\r\n', ...upload })
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.write(head)
  await Promise.race([new Promise<void>((resolve) => socket.write(body, () => resolve())), closed])
  socket.resume()
  await closed
  return received
}

describe('a body', () => {
  it('may have 64 KB, 128 KB of JSON, or the route’s limit, with Content-Length or chunked', async () => {
    const { port: at } = await startListener({ actorOf: async () => worker })
    for (const [path, maxBytes] of [
      ['/contact', FORM_BYTES],
      ['/api/cart/quote', JSON_BYTES],
      [PHOTO, 5 * MB + 64 * 1024],
    ] as const)
      for (const inPieces of [false, true]) {
        expect(await sendAll(at, { path, size: maxBytes, inPieces }), path).toContain(
          `${maxBytes} of ${maxBytes}`,
        )
        const refused = await sendAll(at, { path, size: maxBytes + 1, inPieces })
        // The site gets only the body's length, and refuses it.
        expect(refused, path).toMatch(path.startsWith('/api/') ? /^HTTP\/1.1 413 / : `0 of ${maxBytes + 1}`)
      }
  })

  it('of 8 MB is read to the end even if refused, so that the sender gets the response', async () => {
    const { port: at } = await startListener({ actorOf: async () => worker })
    for (const headers of ['Connection: close\r\n', 'Connection: keep-alive\r\n'])
      for (const inPieces of [false, true]) {
        const [head, body] = post({ path: PHOTO, size: 8 * MB, inPieces, headers })
        const socket = await open(at)
        socket.pause().write(head)
        await new Promise((resolve) => socket.write(body, resolve))
        const received = once(socket, 'data')
        socket.resume()
        const [answer] = await received
        expect(`${answer}`).toMatch(/^HTTP\/1.1 413 [\s\S]*File size must be less than 5MB/)
        socket.destroy()
      }
    const upload = { method: 'POST', body: new Uint8Array(8 * MB) }
    const answer = await fetch(`http://127.0.0.1:${at}${PHOTO}`, upload)
    expect([answer.status, (await answer.json()).code]).toEqual([413, 'picture_too_large'])
  })

  it('with a Content-Length above the limit is refused before it is sent', async () => {
    const socket = await open()
    socket.write(post({ path: '/api/cart/quote', size: JSON_BYTES + 1 })[0])
    const [answer] = await once(socket, 'data')
    expect(`${answer}`).toMatch(/^HTTP\/1.1 413 /)
    socket.destroy()
  })

  it('leaves the connection usable after a refusal', async () => {
    const socket = await open()
    const [head, body] = post({ path: '/api/cart/quote', size: MB })
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.write(head)
    socket.write(body)
    socket.write(`${GET}\r\n`)
    await once(socket, 'close')
    expect(received.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200'])
  })

  it('above the default limit is not read from a person who may not send files', async () => {
    const cookiesSeen: string[] = []
    const actorOf = async (cookies: string) => {
      cookiesSeen.push(cookies)
      return cookies === 'worker=1' ? worker : VISITOR
    }
    const { port: at } = await startListener({ actorOf })
    const upload = { path: PHOTO, size: MB }
    for (const inPieces of [false, true]) {
      expect(await sendAll(at, { ...upload, inPieces })).toMatch(/\r\n\r\n0 of \d+$/)
      const headers = 'Connection: close\r\nCookie: worker=1\r\n'
      expect(await sendAll(at, { ...upload, inPieces, headers })).toContain(`${MB} of ${MB}`)
    }
    await sendAll(at, { path: '/contact', size: MB })
    await sendAll(at, { path: PHOTO, size: 1000 })
    expect(cookiesSeen).toEqual(['', 'worker=1', '', 'worker=1'])
    const unavailable = await startListener({
      actorOf: () => Promise.reject(new Error('the database is down')),
    })
    expect(await sendAll(unavailable.port, upload)).toMatch(/^HTTP\/1.1 503 [\s\S]*retry-after/i)
  })

  it('that stops half way is cut off and never reaches the site', async () => {
    const { port: at } = await startListener({
      timeouts: { headers: 5_000, body: 300, request: 5_000, check: 1_000 },
    })
    const socket = await open(at)
    handledPaths.length = 0
    socket.write(post({ path: '/stops', size: 60_000 })[0])
    socket.write('x'.repeat(30_000))
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk
    })
    await once(socket, 'close')
    expect(received).toMatch(/^HTTP\/1.1 408 /)
    expect(handledPaths).toEqual([])
  })

  it('in tiny chunks takes little memory, and is cut off after too many', async () => {
    const { server: own, port: at } = await startListener()
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    const memoryInMb = () => {
      collect()
      const { heapUsed, external } = process.memoryUsage()
      return (heapUsed + external) / MB
    }
    const [people, pieces] = [18, 2_000]
    let arrived = 0
    const all = Promise.withResolvers<void>()
    own.on('request', (request) =>
      request.on('data', (chunk: Buffer) => {
        arrived += chunk.length
        if (arrived === people * pieces) all.resolve()
      }),
    )
    const earlier = memoryInMb()
    const sockets = await Promise.all(Array.from({ length: people }, () => open(at)))
    const drip = Buffer.from('1\r\nx\r\n'.repeat(pieces))
    for (const socket of sockets) {
      socket.write('POST /contact HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n')
      socket.write(drip)
    }
    await all.promise
    // Polls, because garbage of other tests in this process may be collected later.
    await expect.poll(() => memoryInMb() - earlier).toBeLessThan(3)
    const ends = sockets.map((socket) => once(socket, 'data').then(([answer]) => `${answer}`))
    for (const socket of sockets) socket.write('1\r\nx\r\n')
    for (const received of await Promise.all(ends)) expect(received).toMatch(/^HTTP\/1.1 400 /)
  })

  it('is refused with Retry-After while memory is full, and accepted when other bodies are done', async () => {
    const { port: at } = await startListener({ budget: new BodyBudget(100_000) })
    const half = await open(at)
    const [head, body] = post({ size: 60_000 })
    half.write(head)
    half.write(body.subarray(0, 30_000))
    expect(await sendAll(at, { size: 30_000 })).toContain('30000 of 30000')
    expect(await sendAll(at, { size: 50_000 })).toMatch(/^HTTP\/1.1 503 [\s\S]*retry-after: 5/i)
    half.write(body.subarray(30_000))
    await once(half, 'data')
    expect(await sendAll(at, { size: 50_000 })).toContain('50000 of 50000')
    half.destroy()
  })
})

describe('one network', () => {
  const timeouts = { headers: 5_000, body: 5_000, request: 5_000, check: 1_000 }

  it('has a maximum of connections; a new connection replaces the oldest that is not being answered', async () => {
    const reply = Promise.withResolvers<Response>()
    const slow = new Hono().get('/slow', () => reply.promise).all('*', (c) => c.text('ok'))
    const { server: own, port: at } = await startListener({ site: slow, maxPerNetwork: 3 })
    const begun = once(own, 'request')
    const first = await open(at)
    first.write(`${GET.replace('/', '/slow')}\r\n`)
    await begun
    const second = (await open(at)).resume()
    second.write(post({ size: 10 })[0])
    const third = (await open(at)).resume()
    expect(await fetch(`http://127.0.0.1:${at}/`).then((answer) => answer.text())).toBe('ok')
    if (!second.closed) await once(second, 'close')
    reply.resolve(new Response('at last'))
    expect(`${(await once(first, 'data'))[0]}`).toContain('at last')
    expect(third.closed).toBe(false)
    third.destroy()
  })

  it('gets no new connection while all of its connections are being answered', async () => {
    const reply = Promise.withResolvers<Response>()
    const slow = new Hono().all('*', () => reply.promise)
    const { server: own, port: at } = await startListener({ site: slow, maxPerNetwork: 1 })
    const begun = once(own, 'request')
    const first = await open(at)
    first.write(`${GET}\r\n`)
    await begun
    const second = (await open(at)).resume()
    if (!second.closed) await once(second, 'close')
    reply.resolve(new Response('at last'))
    expect(`${(await once(first, 'data'))[0]}`).toContain('at last')
  })

  it('behind a proxy has a maximum of requests instead of connections', async () => {
    const { port: at } = await startListener({ maxPerNetwork: 2, trustedProxies: 1, timeouts })
    const forwardedFor = (address: string) => `X-Forwarded-For: 10.9.9.9, ${address}\r\n`
    const startPost = async (address: string) => {
      const socket = await open(at)
      socket.write(post({ size: 10, headers: forwardedFor(address) })[0])
      return socket
    }
    const getFrom = (address: string) =>
      fetch(`http://127.0.0.1:${at}/`, { headers: { 'x-forwarded-for': address } })
    const pending = [
      await startPost('2001:db8:1:2::1'),
      await startPost('2001:db8:1:2::2'),
      await startPost('2001:db8:1:3::1'),
    ]
    const refused = await getFrom('2001:db8:1:2:ffff::3')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
    expect((await getFrom('2001:db8:1:3::2')).status).toBe(200)
    expect((await getFrom('203.0.113.7')).status).toBe(200)
    pending[0]?.write('0123456789')
    if (pending[0]) await once(pending[0], 'data')
    expect((await getFrom('2001:db8:1:2::3')).status).toBe(200)
    for (const socket of pending) socket.destroy()
  })
})

describe('a listener with a certificate', () => {
  it('serves only https, and closes the oldest of too many connections of a network', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tls-'))
    const [certFile, keyFile] = [join(folder, 'c.pem'), join(folder, 'k.pem')]
    const openSslArgs = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
    ]
    execFileSync(
      'openssl',
      [...openSslArgs, '-subj', '/CN=localhost', '-keyout', keyFile, '-out', certFile],
      {
        stdio: 'ignore',
      },
    )
    const cert = readFileSync(certFile, 'utf8')
    const tls = { cert, key: readFileSync(keyFile, 'utf8') }
    const secure = await startListener({ tls, maxPerNetwork: 2 })
    const at = { host: '127.0.0.1', port: secure.port, ca: cert, servername: 'localhost' }
    const status = await new Promise((resolve, reject) =>
      httpsGet({ ...at, path: '/a' }, (answer) => resolve(answer.resume().statusCode)).on('error', reject),
    )
    expect(status).toBe(200)
    await expect(fetch(`http://127.0.0.1:${secure.port}/a`)).rejects.toThrow()
    const first = connectTls(at)
    await once(first, 'secureConnect')
    const others = [connectTls(at), connectTls(at)]
    await Promise.all([once(first, 'close'), ...others.map((socket) => once(socket, 'secureConnect'))])
    for (const socket of others) socket.destroy()
  })
})

it('gives each response the request id that is in the log', async () => {
  const received: (string | undefined)[] = []
  const echo = new Hono().all('*', (c) => {
    received.push(c.req.header('x-request-id'))
    return c.text('ok')
  })
  const { port: where } = await startListener({ site: echo })
  const answer = await fetch(`http://127.0.0.1:${where}/api/orders`, {
    headers: { 'x-request-id': 'chosen' },
  })
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(received).toEqual([answer.headers.get('x-request-id')])
  const traced = await exchange('TRACE / HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n')
  expect(traced).toMatch(/x-request-id: [0-9a-f-]{36}/i)
})
