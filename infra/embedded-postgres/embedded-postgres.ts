import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { ensureCluster } from '#infra/embedded-postgres/cluster.ts'
import { holdsDataDir, lockDataDir } from '#infra/embedded-postgres/data-dir-lock.ts'
import { findEngine } from '#infra/embedded-postgres/engine.ts'
import { type Log, openLog } from '#infra/embedded-postgres/log.ts'
import { waitUntilVacant } from '#infra/embedded-postgres/occupants.ts'
import { findPlace } from '#infra/embedded-postgres/place.ts'
import { type Server, startServer } from '#infra/embedded-postgres/server.ts'

/** A running server. `url` is a postgres:// URL over its unix socket; `stop` shuts it down and waits until it has. */
export type EmbeddedPostgres = { url: string; stop(): Promise<void> }

type Options = { dataDir: string; say: (line: string) => void }

/**
 * Starts PostgreSQL on the data directory, created at the first start, and returns when it accepts connections.
 * It ends when this process does, however that ends. Takes the lock of the data directory unless this process has it.
 * Throws an Error that a person can act on when the database cannot be had.
 */
export async function startEmbeddedPostgres({ dataDir, say }: Options): Promise<EmbeddedPostgres> {
  const release = holdsDataDir(dataDir) ? () => {} : await lockDataDir(dataDir)
  try {
    const server = await launch(realpathSync(dataDir), say)
    return { url: urlOf(server), stop: stopOnce(server, say, release) }
  } catch (error) {
    release()
    throw error
  }
}

async function launch(dataDir: string, say: Options['say']): Promise<Server> {
  const log = openLog(join(dataDir, 'postgres.log'))
  try {
    return await launchWith(log, dataDir, say)
  } finally {
    log.close()
  }
}

async function launchWith(log: Log, dataDir: string, say: Options['say']): Promise<Server> {
  const place = findPlace(dataDir, say)
  const engine = findEngine(place, say)
  await ensureCluster(place, engine, log, say)
  await waitUntilVacant(place.cluster, say)
  return startServer(place, engine, log, say)
}

/** Names all that PG* variables of the environment could otherwise change. */
function urlOf({ socketDir }: Server): string {
  const query = new URLSearchParams({ host: socketDir, port: '5432', user: 'shop', sslmode: 'disable' })
  return `postgres:///postgres?${query}`
}

function stopOnce(server: Server, say: Options['say'], release: () => void): () => Promise<void> {
  let stopping: Promise<void> | undefined
  server.exited.then(
    (status) => {
      if (!stopping) say(`The database server has ended unexpectedly (exit ${status}).`)
    },
    () => {},
  )
  return () => {
    stopping ??= server.end().finally(release)
    return stopping
  }
}
