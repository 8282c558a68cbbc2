import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { DataLocation } from '#infra/embedded-postgres/data-location.ts'
import type { Engine } from '#infra/embedded-postgres/engine.ts'
import type { Log } from '#infra/embedded-postgres/log.ts'
import { readPostmasterFile } from '#infra/embedded-postgres/postmaster-file.ts'
import { makeSocketDir, remakeSocketDir, removeSocketDir } from '#infra/embedded-postgres/socket-dir.ts'
import { type SupervisedProcess, superviseProcess } from '#infra/embedded-postgres/watchdog.ts'

/** A server that accepts connections on the socket in `socketDir`. */
export type Server = SupervisedProcess & { socketDir: string }

const LONG_MS = 10_000
const MAX_MS = 10 * 60_000

/**
 * Starts the server on a unix socket only and waits until it is ready. Throws with its last log lines when it ends.
 * `earlier`: the socket directory of the server it replaces, if any.
 */
export async function startServer(
  place: DataLocation,
  engine: Engine,
  log: Log,
  say: (line: string) => void,
  earlier?: string,
): Promise<Server> {
  const socketDir = earlier ? remakeSocketDir(earlier, place.user) : makeSocketDir(place.user)
  const command = [join(engine.bin, 'postgres'), '-D', place.cluster, '-k', socketDir, ...settings()]
  // SIGINT is PostgreSQL's fast shutdown: it closes connections and loses nothing.
  const watched = superviseProcess({
    command,
    user: place.user,
    signal: 'INT',
    log: log.descriptor,
    leaves: socketDir,
  })
  watched.exited.finally(() => removeSocketDir(socketDir)).catch(() => {})
  await untilReady(place.cluster, watched, log, say)
  return { ...watched, socketDir }
}

/** On the command line, where they override the cluster's files. */
function settings(): string[] {
  const values = {
    listen_addresses: '',
    port: '5432',
    unix_socket_permissions: '0700',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_checkpoints: 'off',
    // Enough for a demonstration; a larger shop has a server of its own.
    shared_buffers: '48MB',
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function untilReady(
  cluster: string,
  watched: SupervisedProcess,
  log: Log,
  say: (line: string) => void,
): Promise<void> {
  const failed = (status?: number) =>
    new Error(`The database did not start (exit ${status}). The last lines of ${log.file}:\n${log.tail()}`)
  const status = statusOf(watched)
  const patience = setTimeout(() => say(LONG_START), LONG_MS)
  const deadline = performance.now() + MAX_MS
  try {
    while (!readPostmasterFile(cluster)?.ready) {
      if (status() !== undefined) throw failed(status())
      if (performance.now() > deadline) await watched.end()
      await pause(5)
    }
  } finally {
    clearTimeout(patience)
  }
}

const LONG_START = 'The database is still starting: after a crash it first repeats what was written last …'

/** A function that returns the exit status once there is one. */
function statusOf({ exited }: SupervisedProcess): () => number | undefined {
  let ended: number | undefined
  const end = (status: number) => {
    ended = status
  }
  exited.then(end, () => end(-1))
  return () => ended
}
