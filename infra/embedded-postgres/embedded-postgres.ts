import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { urlOf } from '#infra/embedded-postgres/address.ts'
import { ensureCluster } from '#infra/embedded-postgres/cluster.ts'
import { holdsDataDir, lockDataDir } from '#infra/embedded-postgres/data-dir-lock.ts'
import { findDataLocation } from '#infra/embedded-postgres/data-location.ts'
import { findEngine } from '#infra/embedded-postgres/engine.ts'
import { type Log, openLog } from '#infra/embedded-postgres/log.ts'
import { waitForOrphans } from '#infra/embedded-postgres/orphan-processes.ts'
import { type Server, startServer } from '#infra/embedded-postgres/server.ts'

/** A running server. `url` is a postgres:// URL over its unix socket; `stop` waits until it has shut down. */
export type EmbeddedPostgres = { url: string; stop(): Promise<void> }

type Options = { dataDir: string; say: (line: string) => void }

/**
 * Starts PostgreSQL on the data directory (created at the first start) and returns when it accepts connections. Locks
 * the data directory unless this process holds the lock. The server ends with this process, even after kill -9, and
 * is restarted when it ends by itself. Throws an Error with a message for users when it cannot start.
 */
export async function startEmbeddedPostgres({ dataDir, say }: Options): Promise<EmbeddedPostgres> {
  const release = holdsDataDir(dataDir) ? () => {} : await lockDataDir(dataDir)
  try {
    const place = realpathSync(dataDir)
    const server = await launch(place, say)
    return { url: urlOf(server.socketDir), stop: keepRunning(place, server, say, release) }
  } catch (error) {
    release()
    throw error
  }
}

async function launch(dataDir: string, say: Options['say'], earlier?: string): Promise<Server> {
  const log = openLog(join(dataDir, 'postgres.log'))
  try {
    return await launchWith(log, dataDir, say, earlier)
  } finally {
    log.close()
  }
}

async function launchWith(
  log: Log,
  dataDir: string,
  say: Options['say'],
  earlier: string | undefined,
): Promise<Server> {
  const place = findDataLocation(dataDir, say)
  const engine = findEngine(place, say)
  await ensureCluster(place, engine, log, say)
  await waitForOrphans(place.cluster, say)
  return startServer(place, engine, log, say, earlier)
}

const AGAIN_MS = 1_000

/** Restarts the server at the same address whenever it ends by itself. Returns a function that stops it for good. */
function keepRunning(
  dataDir: string,
  first: Server,
  say: Options['say'],
  release: () => void,
): () => Promise<void> {
  let stopping: Promise<void> | undefined
  let server = first
  let revived = Promise.resolve()
  const watch = async () => {
    const status = await server.exited.catch(() => -1)
    if (stopping) return
    say(`The database server has ended unexpectedly (exit ${status}). It is started again.`)
    revived = revive()
  }
  const revive = async () => {
    while (!stopping) {
      try {
        server = await launch(dataDir, say, first.socketDir)
        return void watch()
      } catch (error) {
        say((error as Error).message)
        await pause(AGAIN_MS)
      }
    }
  }
  void watch()
  const stop = async () => {
    await revived
    await server.end().finally(release)
  }
  return () => {
    stopping ??= stop()
    return stopping
  }
}
