/** A phone of its own (a browser that can be closed and reopened) on a network that can be cut. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page, test } from '@playwright/test'
import { waitUntilAlive } from '#tests/e2e/shop-page.ts'

type PhoneNetwork = {
  isCut: boolean
  /** Paths (without query) whose next responses get this body instead, or a 404 for null. */
  instead: Map<string, string | null>
  /** The network is cut when a form to this path (without query) has been answered. */
  cutAfter: string | null
  /** The next response to this path (without query) waits for `until`; `isAnswered` once the shop has sent it. */
  late: { path: string; until: Promise<void>; isAnswered: boolean } | null
  /** Bytes received so far. */
  bytes: number
}

export type Phone = {
  network: PhoneNetwork
  /** Opens the browser with its stored data and returns its first page. */
  open(): Promise<Page>
  close(): Promise<void>
  cut(): Promise<void>
  restore(): Promise<void>
}

/**
 * Gives a test a phone and removes it afterwards. A proxy cuts its service workers off: Playwright's `setOffline` waits
 * for each of them, and a worker that a new version has just replaced never answers.
 */
export async function withPhone(work: (phone: Phone) => Promise<void>): Promise<void> {
  process.env.PLAYWRIGHT_DISABLE_SERVICE_WORKER_NETWORK = '1'
  try {
    await withFolderAndProxy(work)
  } finally {
    delete process.env.PLAYWRIGHT_DISABLE_SERVICE_WORKER_NETWORK
  }
}

async function withFolderAndProxy(work: (phone: Phone) => Promise<void>): Promise<void> {
  const network: PhoneNetwork = { isCut: false, instead: new Map(), cutAfter: null, late: null, bytes: 0 }
  const { port, sockets, stop } = await proxy(network)
  const folder = await mkdtemp(join(tmpdir(), 'phone-'))
  const { launchOptions, baseURL } = test.info().project.use
  let context: BrowserContext | null = null
  const phone: Phone = {
    network,
    async open() {
      context = await chromium.launchPersistentContext(folder, {
        ...launchOptions,
        baseURL,
        viewport: { width: 360, height: 740 },
        hasTouch: true,
        isMobile: true,
        proxy: { server: `http://127.0.0.1:${port}`, bypass: '<-loopback>' },
      })
      // A hanging step fails with its name before the whole test times out.
      context.setDefaultTimeout(60_000)
      context.on('page', waitUntilAlive)
      await context.setOffline(network.isCut)
      const page = context.pages()[0]
      if (!page) return context.newPage()
      waitUntilAlive(page)
      return page
    },
    async close() {
      await context?.close()
      context = null
    },
    async cut() {
      network.isCut = true
      for (const socket of sockets) socket.destroy()
      await context?.setOffline(true)
    },
    async restore() {
      network.isCut = false
      await context?.setOffline(false)
    },
  }
  try {
    await work(phone)
  } finally {
    await phone.close()
    stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function proxy(network: PhoneNetwork) {
  const sockets = new Set<Socket>()
  const server = createServer((incoming, answer) => {
    if (network.isCut) return incoming.socket.destroy()
    const { hostname, port, pathname, search } = new URL(incoming.url ?? '')
    if (incoming.method === 'POST' && pathname.replace(/\.data$/, '') === network.cutAfter)
      answer.on('finish', () => {
        network.isCut = true
      })
    const instead = network.instead.get(pathname)
    if (instead !== undefined) {
      answer.writeHead(instead === null ? 404 : 200, { 'content-type': 'text/javascript' })
      return answer.end(instead ?? '')
    }
    const forwarded = request({
      hostname,
      port,
      path: pathname + search,
      method: incoming.method,
      headers: incoming.headers,
    })
    forwarded.on('error', () => answer.destroy())
    const late = network.late?.path === pathname && !network.late.isAnswered ? network.late : null
    forwarded.on('response', async (response) => {
      if (late) {
        late.isAnswered = true
        await late.until
      }
      answer.writeHead(response.statusCode ?? 502, response.rawHeaders)
      response.on('data', (chunk: Buffer) => {
        network.bytes += chunk.length
      })
      response.pipe(answer)
    })
    incoming.pipe(forwarded)
  })
  // The test's own requests come this way.
  server.on('connect', (incoming, socket: Socket) => {
    const { hostname, port } = new URL(`http://${incoming.url}`)
    const there = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n')
      there.pipe(socket).pipe(there)
    })
    there.on('error', () => socket.destroy())
    socket.on('close', () => there.destroy())
  })
  server.on('connection', (socket) => {
    if (network.isCut) return socket.destroy()
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { port: (server.address() as AddressInfo).port, sockets, stop }
}
