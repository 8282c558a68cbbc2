import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import type { BareAnswer } from './bare-server.ts'

const CONNECTIONS = 32
const ROUNDS = 9
const SECONDS = 2

/** Requests a second, and their ratio to the bare server's (median of the rounds). */
export type Throughput = { path: string; bytes: number; shop: number; bare: number; ratio: number }

/** Compares a cached page with bare node:http with the same bytes and headers, in alternating rounds. */
export async function compareWithBare(shopUrl: string, path: string): Promise<Throughput> {
  const answer = await answerOf(shopUrl + path)
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const file = join(folder, 'answer.json')
  writeFileSync(file, JSON.stringify(answer))
  const server = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.ts'), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = await once(createInterface({ input: server.stdout }), 'line')
  const bareUrl = `http://127.0.0.1:${port}${path}`
  try {
    await load(shopUrl + path)
    await load(bareUrl)
    const rounds = []
    for (let round = 0; round < ROUNDS; round += 1) {
      // The order alternates between rounds.
      const first = round % 2 === 0
      const earlier = await load(first ? shopUrl + path : bareUrl)
      const later = await load(first ? bareUrl : shopUrl + path)
      rounds.push(first ? { shop: earlier, bare: later } : { shop: later, bare: earlier })
    }
    return {
      path,
      bytes: Buffer.from(answer.body, 'base64').length,
      shop: median(rounds.map(({ shop }) => shop)),
      bare: median(rounds.map(({ bare }) => bare)),
      ratio: median(rounds.map(({ shop, bare }) => shop / bare)),
    }
  } finally {
    server.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Requests a second. */
export async function load(
  url: string,
  { seconds = SECONDS, connections = CONNECTIONS } = {},
): Promise<number> {
  const script = join(import.meta.dirname, 'load-client.ts')
  const args = [script, url, String(seconds), String(connections)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const done: { requests: number; seconds: number } = JSON.parse(stdout)
  return done.requests / done.seconds
}

/** The shop's response byte for byte, without the date and connection headers that node:http adds itself. */
async function answerOf(url: string): Promise<BareAnswer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get(url, { headers: { 'accept-encoding': 'br, gzip' } }, resolve).on('error', reject),
  )
  const { rawHeaders } = response
  const headers: Record<string, string> = {}
  for (let at = 0; at < rawHeaders.length; at += 2) headers[rawHeaders[at] ?? ''] = rawHeaders[at + 1] ?? ''
  for (const name of ['Date', 'Connection', 'Keep-Alive']) delete headers[name]
  return { headers, body: (await buffer(response)).toString('base64') }
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
