import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { migrate } from '#infra/database/migrate.ts'
import { openDatabase } from '#infra/database/open.ts'
import { startEmbeddedPostgres } from '#infra/embedded-postgres/embedded-postgres.ts'
import { startJobs } from '#infra/jobs/jobs.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { withDatabase } from '#tests/database-url.ts'

/** Databases to keep ready: one for each worker of a machine with two cores. */
const SPARE_DATABASES = 2

/** Starts the server. Returns functions that create databases from its template and drop them. */
export async function startTestDatabases() {
  const { url, template, stop } = await startTestServer()
  // Keeps connections open, because opening one takes longer than dropping a database.
  const pool = new pg.Pool({ connectionString: url, max: SPARE_DATABASES, idleTimeoutMillis: 0 })
  pool.on('error', () => {})
  const make = async () => {
    const name = `test_${randomBytes(6).toString('hex')}`
    await pool.query(`create database ${name} template ${template} strategy file_copy`)
    return name
  }
  const drop = (name: string) =>
    pool.query(`drop database if exists ${name} with (force)`).catch((error: Error) => {
      process.stderr.write(`Could not drop the database ${name}: ${error.message}\n`)
    })
  const ready: Promise<string>[] = []
  let isFirst = true
  const dropped: Promise<unknown>[] = []
  return {
    url,
    /** Returns the name of a new database with all tables. */
    reserve() {
      const next = ready.shift() ?? make()
      // A run of a single file needs no spare databases.
      if (isFirst) {
        isFirst = false
        return next
      }
      while (ready.length < SPARE_DATABASES) {
        const name = make()
        // The test file that reserves this database gets the error.
        name.catch(() => {})
        ready.push(name)
      }
      return next
    },
    /** Drops a database in the background. */
    drop: (name: string) => void dropped.push(drop(name)),
    async stop() {
      for (const name of await Promise.all(ready)) dropped.push(drop(name))
      await Promise.all(dropped)
      await pool.end()
      await stop()
    },
  }
}

/**
 * Starts an embedded server, or uses the server of DATABASE_URL. `template`: a database with the tables of the shop
 * and of its job queue.
 */
async function startTestServer() {
  const url = process.env.DATABASE_URL
  if (!url) return embeddedServer()
  const template = `template_${process.pid}_${Date.now()}`
  await makeTemplate(url, template)
  const stop = async () => {
    await run(url, `alter database ${template} with is_template false`)
    await run(url, `drop database ${template} with (force)`)
  }
  return { url, template, stop }
}

const TEMPLATE = 'template_shop'

/** Creating a cluster and its tables takes seconds, so its files are cached until one of these sources changes. */
const STORED_CLUSTERS = join(PROJECT_ROOT, 'node_modules', '.cache', 'test-database')
const SOURCES = [
  'package-lock.json',
  'db/migrations',
  'infra/database',
  'infra/embedded-postgres',
  'infra/jobs',
  'tests/database-server.ts',
]

async function embeddedServer() {
  const dataDir = await makeDataDir()
  const cluster = join(dataDir, 'postgres')
  const hash = await hashOf(SOURCES)
  if (!(await restoreCluster(hash, cluster))) {
    const server = await startIn(dataDir)
    await makeTemplate(server.url, TEMPLATE)
    await server.postgres.stop()
    await storeCluster(cluster, hash)
  }
  return { ...(await startIn(dataDir)), template: TEMPLATE }
}

/** Copies the cached cluster. Returns false if there is none, or if another process deletes it during the copy. */
async function restoreCluster(hash: string, cluster: string): Promise<boolean> {
  const stored = join(STORED_CLUSTERS, hash)
  if (!existsSync(stored)) return false
  try {
    await copyFolder(stored, cluster)
    return true
  } catch {
    await rm(cluster, { recursive: true, force: true })
    return false
  }
}

/**
 * Copies the cached cluster, with durable settings, to a data folder. If nothing is cached, the first start
 * creates a cluster.
 */
export async function copyStoredCluster(dataDir: string): Promise<void> {
  const cluster = join(dataDir, 'postgres')
  await mkdir(dataDir, { recursive: true })
  if (await restoreCluster(await hashOf(SOURCES), cluster))
    await writeFile(join(cluster, 'postgresql.auto.conf'), '')
}

/** Replaces all cached clusters. If several processes store the same cluster, the first succeeds. */
async function storeCluster(cluster: string, hash: string): Promise<void> {
  await mkdir(STORED_CLUSTERS, { recursive: true })
  const folder = await mkdtemp(`${STORED_CLUSTERS}-`)
  const unfinished = join(folder, hash)
  await copyFolder(cluster, unfinished)
  for (const old of await readdir(STORED_CLUSTERS))
    if (old !== hash) await rm(join(STORED_CLUSTERS, old), { recursive: true, force: true })
  await rename(unfinished, join(STORED_CLUSTERS, hash)).catch(() => {})
  await rm(folder, { recursive: true, force: true })
}

/** Copies a folder with its owners. If root runs the tests, the cluster belongs to another user. */
async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to])
}

async function hashOf(paths: string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const path of paths)
    for (const file of await filesIn(join(PROJECT_ROOT, path))) hash.update(file).update(await readFile(file))
  return hash.digest('hex').slice(0, 16)
}

async function filesIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null)
  if (!entries) return [path]
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** Starts an empty database server. */
export async function temporaryServer() {
  return startIn(await makeDataDir())
}

async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-tests-'))
  // If root runs the tests, the database's user must enter. Without this, the cluster goes to /var/lib and stays there.
  await chmod(dataDir, 0o755)
  return dataDir
}

async function startIn(dataDir: string) {
  const postgres = await startEmbeddedPostgres({ dataDir, say: () => {} })
  // These databases are temporary, and autovacuum would change query plans. Fault tests use durable servers instead.
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum'])
    await run(postgres.url, `alter system set ${setting} = off`)
  await run(postgres.url, 'select pg_reload_conf()')
  const stop = async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url: postgres.url, postgres, stop }
}

async function makeTemplate(url: string, template: string): Promise<void> {
  await run(url, `create database ${template}`)
  await makeTables(withDatabase(url, template))
  await run(url, `alter database ${template} with is_template true allow_connections false`)
}

/** Creates the tables of the shop and of its job queue in an empty database. */
export async function makeTables(url: string): Promise<void> {
  const database = openDatabase({ url, poolSize: 2, onError: failLoudly })
  await migrate(database.db)
  await database.close()
  const jobs = await startJobs({ databaseUrl: url, secrets: ['unused: no job is sent'], onError: failLoudly })
  await jobs.stop()
}

function failLoudly(error: Error): void {
  throw error
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
