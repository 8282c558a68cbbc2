/** A separate phone (a browser that can be closed and reopened) on a network that can be cut. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page, test } from '@playwright/test'
import { waitForHydrationOnOpen } from '#tests/e2e/shop-page.ts'

type PhoneNetwork = {
  isCut: boolean
  /** Replacement bodies by path (without query). Null answers 404. */
  instead: Map<string, string | null>
  /** Cuts the network after the response to a post to this path (without query). */
  cutAfter: string | null
  /** Delays the next response to this path (without query) until `until`. `isAnswered`: the shop has responded. */
  late: { path: string; until: Promise<void>; isAnswered: boolean } | null
  /** Bytes of responses so far. */
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
 * Runs a test with a phone, which is removed afterwards. `setOffline` would wait for every service worker, and a worker
 * that was just replaced never answers. So a variable hides the workers from Playwright: `setOffline` cuts only
 * pages, and a proxy cuts the network for all.
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
  const { port, sockets, stop } = await startProxy(network)
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
      // A step that hangs fails with its own name, before the whole test times out.
      context.setDefaultTimeout(60_000)
      context.on('page', waitForHydrationOnOpen)
      await context.setOffline(network.isCut)
      const page = context.pages()[0]
      if (!page) return context.newPage()
      waitForHydrationOnOpen(page)
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

async function startProxy(network: PhoneNetwork) {
  const sockets = new Set<Socket>()
  const server = createServer((incoming, answer) => {
    if (network.isCut) return incoming.socket.destroy()
    const { hostname, port, pathname, search } = new URL(incoming.url ?? '')
    if (incoming.method === 'POST' && pathname.replace(/\.data$/, '') === network.cutAfter)
      answer.on('finish', () => {
        network.isCut = true
      })
    const replacements = network.instead.get(pathname)
    if (replacements !== undefined) {
      answer.writeHead(replacements === null ? 404 : 200, { 'content-type': 'text/javascript' })
      return answer.end(replacements ?? '')
    }
    const forwarded = request({
      hostname,
      port,
      path: pathname + search,
      method: incoming.method,
      headers: incoming.headers,
    })
    forwarded.on('error', () => answer.destroy())
    const delayed = network.late?.path === pathname && !network.late.isAnswered ? network.late : null
    forwarded.on('response', async (response) => {
      if (delayed) {
        delayed.isAnswered = true
        await delayed.until
      }
      answer.writeHead(response.statusCode ?? 502, response.rawHeaders)
      response.on('data', (chunk: Buffer) => {
        network.bytes += chunk.length
      })
      response.pipe(answer)
    })
    incoming.pipe(forwarded)
  })
  // Requests that the test itself sends use CONNECT.
  server.on('connect', (incoming, socket: Socket) => {
    const { hostname, port } = new URL(`http://${incoming.url}`)
    const upstream = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n')
      upstream.pipe(socket).pipe(upstream)
    })
    upstream.on('error', () => socket.destroy())
    socket.on('close', () => upstream.destroy())
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
