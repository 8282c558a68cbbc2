import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const ROOT = join(import.meta.dirname, '..')

/** The whole shop as a process. `lines`: its output. `outcome`: its URL once it is ready, or its exit code. */
export type ShopProgram = {
  child: ChildProcess
  lines: string[]
  outcome: Promise<{ url?: string; code?: number | null }>
}

/**
 * Below the system's range for outgoing connections, since such a connection could take the port before the
 * shop listens, and above 10080, which `fetch` and browsers refuse. Each process starts at a random port, so
 * that parallel processes rarely choose the same.
 */
const PORTS = { first: 10_100, count: 20_000 }
let nextPort = Math.floor(Math.random() * PORTS.count)

/** Returns a free port, never the same port twice. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.first + nextPort
    nextPort = (nextPort + 1) % PORTS.count
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  const isOurs = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (isOurs) await new Promise((resolve) => server.close(resolve))
  return isOurs
}

/** High, because in most tests few customers place many orders. Tests of the order limits set their own. */
export const NO_ORDER_LIMITS = {
  ORDER_UNITS_PER_PRODUCT: '999',
  CASH_ORDER_LIMIT: '100000000',
  CASH_ORDER_LIMIT_NEW: '100000000',
  OPEN_UNPAID_ORDERS: '999999',
  OPEN_VALUE_LIMIT_NEW: '100000000',
  ORDERS_PER_HOUR: '999999',
}

/**
 * Starts the built shop with these settings and without this process's environment. `root`: a copy of the project
 * to run from source; its pages are built already, unless `isDevelopment` runs it like `npm run dev`.
 */
export function startShop(
  env: Record<string, string>,
  root?: string,
  { isDevelopment = false } = {},
): ShopProgram {
  const { PATH = '', HOME = '', TMPDIR, NODE_COMPILE_CACHE } = process.env
  const base = {
    PATH,
    HOME,
    LOG_LEVEL: 'error',
    // Rendering all pages takes longer than the rest of a start. Tests that need it switch it on.
    WARM_PAGES: 'off',
    ...NO_ORDER_LIMITS,
    ...(TMPDIR && { TMPDIR }),
    ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
  }
  const program = root ? join(root, 'server', 'main.ts') : join(ROOT, 'build', 'program', 'main.js')
  const args = isDevelopment ? ['--conditions=development', program, '--dev'] : [program]
  const child = spawn(process.execPath, args, {
    cwd: root ?? ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...base, ...env },
  })
  const lines: string[] = []
  const outcome = new Promise<{ url?: string; code?: number | null }>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line)
        const url = / is ready at (http\S+)/.exec(line)?.[1]
        if (url) resolve({ url })
      })
    }
    child.once('close', (code) => resolve({ code }))
  })
  return { child, lines, outcome }
}

/** Waits until the shop is ready and returns its URL. Throws if it did not start. */
export async function readyShop(shop: ShopProgram): Promise<string> {
  const { url } = await shop.outcome
  if (!url) throw new Error(`the shop did not start:\n${shop.lines.join('\n')}`)
  return url
}

/** Sends a signal and waits until the process ends. Returns the exit code, or null if a signal ended it. */
export async function endShop({ child }: ShopProgram, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const closed = once(child, 'close')
  child.kill(signal)
  const [code] = await closed
  return code
}
