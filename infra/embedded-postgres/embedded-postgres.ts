import {
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { holdsDataDir, lockDataDir } from '#infra/embedded-postgres/data-dir-lock.ts'
import { type DataLocation, findDataLocation } from '#infra/embedded-postgres/data-location.ts'
import { type Engine, findEngine } from '#infra/embedded-postgres/engine.ts'
import { readPostmasterFile, urlOf, waitForOrphans } from '#infra/embedded-postgres/running.ts'
import { makeSocketDir, remakeSocketDir, removeSocketDir } from '#infra/embedded-postgres/socket-dir.ts'
import {
  type Log,
  openLog,
  type SupervisedProcess,
  superviseProcess,
} from '#infra/embedded-postgres/watchdog.ts'
import { attempt } from '#shop/kernel/result.ts'

const SLOW_START_MS = 10_000

const START_TIMEOUT_MS = 10 * 60_000

const SLOW_START_TEXT = 'The database is still starting: after a crash it first replays its log …'

const UNFINISHED = 'postgres-new-'

const INITDB = [
  ...['-U', 'shop', '-A', 'trust', '-E', 'UTF8', '--no-instructions'],
  ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
]

export type EmbeddedPostgres = { url: string; stop(): Promise<void> }

type Options = { dataDir: string; say: (line: string) => void }

/**
 * Starts PostgreSQL and resolves when ready. The server is kept running, and ends with this process, even by
 * kill -9.
 */
export async function startEmbeddedPostgres({ dataDir, say }: Options): Promise<EmbeddedPostgres> {
  const release = holdsDataDir(dataDir) ? () => {} : await lockDataDir(dataDir)
  try {
    const location = realpathSync(dataDir)
    const server = await launch(location, say)
    return { url: urlOf(server.socketDir), stop: keepRunning(location, server, say, release) }
  } catch (error) {
    release()
    throw error
  }
}

async function launch(dataDir: string, say: Options['say'], oldSocket?: string): Promise<Server> {
  const log = openLog(join(dataDir, 'postgres.log'))
  try {
    const location = findDataLocation(dataDir, say)
    const engine = findEngine(location, say)
    await ensureCluster(location, engine, log, say)
    await waitForOrphans(location.cluster, say)
    return await startServer(location, engine, log, say, oldSocket)
  } finally {
    log.close()
  }
}

const RESTART_MS = 1_000

/** Restarts the server at the same address until the returned function stops it. */
function keepRunning(dataDir: string, first: Server, say: Options['say'], release: () => void) {
  let stopping: Promise<void> | undefined
  let server = first
  let restart = Promise.resolve()
  const watch = async () => {
    const status = await server.exited.catch(() => -1)
    if (stopping) return
    say(`The database server has ended unexpectedly (exit ${status}). Restarting it …`)
    restart = relaunch()
  }
  const relaunch = async () => {
    while (!stopping) {
      try {
        server = await launch(dataDir, say, first.socketDir)
        return void watch()
      } catch (error) {
        say((error as Error).message)
        await pause(RESTART_MS)
      }
    }
  }
  void watch()
  const stop = async () => {
    await restart
    await server.end().finally(release)
  }
  return () => {
    stopping ??= stop()
    return stopping
  }
}

/** Creates a missing cluster. Throws if the existing one needs another engine. */
async function ensureCluster(location: DataLocation, engine: Engine, log: Log, say: (line: string) => void) {
  removeUnfinished(location.home)
  if (existsSync(location.cluster) && readdirSync(location.cluster).length > 0)
    return checkVersion(location, engine)
  say(`Creating the database in ${location.cluster} …`)
  await createCluster(location, engine, log)
}

function checkVersion({ cluster }: DataLocation, { major }: Engine): void {
  const file = join(cluster, 'PG_VERSION')
  if (!existsSync(file))
    throw new Error(`${cluster} is not empty and not a PostgreSQL database: move it away.`)
  const version = readFileSync(file, 'utf8').trim()
  if (version === major) return
  throw new Error(
    `The database in ${cluster} was created by PostgreSQL ${version}, and this program has PostgreSQL ${major}, which cannot read it: ` +
      `move the data over with PostgreSQL ${version}, or set DATABASE_URL to a server of that version.`,
  )
}

/** Builds the cluster in a temporary directory, so that an interruption leaves no partial cluster. */
async function createCluster({ cluster, home, user }: DataLocation, engine: Engine, log: Log): Promise<void> {
  const unfinished = mkdtempSync(join(home, UNFINISHED))
  if (user) lchownSync(unfinished, user.uid, user.gid)
  const command = [join(engine.bin, 'initdb'), '-D', unfinished, ...INITDB]
  // SIGTERM, because initdb ignores SIGINT while it waits for the programs it runs.
  const status = await superviseProcess({ command, user, signal: 'TERM', log: log.descriptor }).exited
  if (status !== 0) {
    rmSync(unfinished, { recursive: true, force: true })
    throw new Error(
      `Creating the database failed (exit ${status}). The last lines of ${log.file}:\n${log.tail()}`,
    )
  }
  renameSync(unfinished, cluster)
  flushDirectory(home)
}

/** Removes leftovers of killed starts: their initdb may have continued for a while. */
function removeUnfinished(home: string): void {
  const names = readdirSync(home).filter((name) => name.startsWith(UNFINISHED))
  // Leftovers that cannot be removed now do not prevent the start.
  for (const name of names) attempt(() => rmSync(join(home, name), { recursive: true, force: true }))
}

/** Makes the rename durable across a power cut. */
function flushDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

type Server = SupervisedProcess & { socketDir: string }

/** Starts the server on a unix socket. `oldSocket`: the directory of the server it replaces. */
async function startServer(
  location: DataLocation,
  engine: Engine,
  log: Log,
  say: (line: string) => void,
  oldSocket?: string,
): Promise<Server> {
  const socketDir = oldSocket ? remakeSocketDir(oldSocket, location.user) : makeSocketDir(location.user)
  const command = [join(engine.bin, 'postgres'), '-D', location.cluster, '-k', socketDir, ...settings()]
  // SIGINT is PostgreSQL's fast shutdown: it closes connections and loses nothing.
  const supervised = superviseProcess({
    command,
    user: location.user,
    signal: 'INT',
    log: log.descriptor,
    tempDir: socketDir,
  })
  supervised.exited.finally(() => removeSocketDir(socketDir)).catch(() => {})
  await untilReady(location.cluster, supervised, log, say)
  return { ...supervised, socketDir }
}

/** Command-line settings override the cluster's files. */
function settings(): string[] {
  const values = {
    listen_addresses: '',
    port: '5432',
    unix_socket_permissions: '0700',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_checkpoints: 'off',
    // Enough for a demonstration. A larger shop runs a database server.
    shared_buffers: '48MB',
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function untilReady(
  cluster: string,
  supervised: SupervisedProcess,
  log: Log,
  say: (line: string) => void,
): Promise<void> {
  const startError = (status?: number) =>
    new Error(`The database did not start (exit ${status}). The last lines of ${log.file}:\n${log.tail()}`)
  const status = statusOf(supervised)
  const slowTimer = setTimeout(() => say(SLOW_START_TEXT), SLOW_START_MS)
  const deadline = performance.now() + START_TIMEOUT_MS
  try {
    while (!readPostmasterFile(cluster)?.ready) {
      if (status() !== undefined) throw startError(status())
      if (performance.now() > deadline) await supervised.end()
      await pause(5)
    }
  } finally {
    clearTimeout(slowTimer)
  }
}

function statusOf({ exited }: SupervisedProcess): () => number | undefined {
  let exitStatus: number | undefined
  const end = (status: number) => {
    exitStatus = status
  }
  exited.then(end, () => end(-1))
  return () => exitStatus
}
