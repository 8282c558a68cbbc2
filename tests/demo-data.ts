/**
 * The data folder of a demonstration. It is created once and copied for each test, because seeding a year of
 * orders takes ten seconds. `node tests/demo-data.ts [FOLDER]` creates it, and copies it to FOLDER if given.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { findRunningDatabase } from '#infra/embedded-postgres/running.ts'
import { endShop, freePort, readyShop, startShop } from '#tests/shop-program.ts'

const ROOT = join(import.meta.dirname, '..')
const CACHE = join(ROOT, 'node_modules', '.cache')
const PREFIX = 'demo-data-'
/** Sample orders end at the time of seeding, so older data would not look like a new demonstration. */
const FRESH_MS = 3_600_000

/** Fills the folder (created if missing) with the data of a seeded and stopped demonstration. */
export async function copyDemoData(folder: string): Promise<void> {
  const archive = await demoArchive()
  mkdirSync(folder, { recursive: true })
  tar(['-xpf', archive, '--numeric-owner', '-C', folder])
}

/**
 * Returns the archive of this build, created if it is missing or older than an hour. Any user can read the
 * archive. A user other than root then owns the extracted database.
 */
async function demoArchive(): Promise<string> {
  const archive = join(CACHE, `${PREFIX}${buildId()}.tar`)
  if (!isFresh(archive)) await makeArchive(archive)
  return archive
}

function isFresh(archive: string): boolean {
  return existsSync(archive) && Date.now() - statSync(archive).mtimeMs < FRESH_MS
}

async function makeArchive(archive: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-demo-'))
  // If root runs the tests, the database runs as another user, who must be able to enter.
  chmodSync(folder, 0o755)
  try {
    await seed(folder)
    mkdirSync(CACHE, { recursive: true })
    const unfinished = `${archive}.${process.pid}`
    tar(['-cf', unfinished, '-C', folder, '.'])
    for (const name of readdirSync(CACHE))
      if (name.startsWith(PREFIX) && name.endsWith('.tar')) rmSync(join(CACHE, name), { force: true })
    renameSync(unfinished, archive)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function seed(folder: string): Promise<void> {
  const shop = startShop({ DATA_DIR: folder, PORT: `${await freePort()}` })
  try {
    await readyShop(shop)
    const running = findRunningDatabase(folder)
    if (!running) throw new Error('the demonstration has no database')
    await waitForRollups(running.url)
  } finally {
    await endShop(shop, 'SIGTERM')
  }
}

/** Resolves when the rollups include all seeded orders. */
async function waitForRollups(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const read = 'select exists (select from rollup_marks) as "isPending"'
  while ((await client.query(read)).rows[0].isPending) await pause(50)
  await client.end()
}

/** The current build, which `bin/prepare.mjs` names after its sources. */
function buildId(): string {
  const stamp = readFileSync(join(ROOT, 'build', 'stamp'), 'utf8')
  return createHash('sha256').update(stamp).digest('hex').slice(0, 16)
}

function tar(args: string[]): void {
  const { status, stderr } = spawnSync('tar', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`tar ${args.join(' ')}: ${stderr}`)
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  await (folder ? copyDemoData(folder) : demoArchive())
}
