/** Builds the pages and the worker's service worker, and compresses every file once, so that the server never does. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

const CLIENT = 'build/client'
const COMPRESSIBLE = /\.(js|css|svg|json|txt|xml|webmanifest)$/
const SMALLEST = 200

const cli = 'node_modules/@react-router/dev/bin.cjs'
const run = spawnSync(process.execPath, [cli, 'build', '--logLevel', 'warn'], { stdio: 'inherit' })
if (run.status !== 0) process.exit(run.status ?? 1)

// A file of its own at the top, so that it may serve the worker's screens; its version changes with any built file.
const assets = readdirSync(join(CLIENT, 'assets')).sort().join()
const version = createHash('sha256').update(assets).digest('hex').slice(0, 12)
await build({
  configFile: false,
  logLevel: 'warn',
  define: { __BUILD__: JSON.stringify(version) },
  build: {
    outDir: CLIENT,
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2022',
    lib: { entry: 'app/phone/service-worker.ts', formats: ['es'], fileName: () => 'worker-sw.js' },
  },
})

const names = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })
await Promise.all(names.filter((name) => COMPRESSIBLE.test(name)).map((name) => compress(join(CLIENT, name))))

async function compress(file: string): Promise<void> {
  const body = readFileSync(file)
  if (body.length < SMALLEST) return
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(body, best),
    promisify(gzip)(body, { level: 9 }),
  ])
  writeFileSync(`${file}.br`, br)
  writeFileSync(`${file}.gz`, gz)
}
