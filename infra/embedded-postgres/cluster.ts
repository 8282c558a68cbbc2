import {
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import type { DataLocation } from '#infra/embedded-postgres/data-location.ts'
import type { Engine } from '#infra/embedded-postgres/engine.ts'
import type { Log } from '#infra/embedded-postgres/log.ts'
import { superviseProcess } from '#infra/embedded-postgres/watchdog.ts'

const UNFINISHED = 'postgres-new-'

/** Creates the database cluster when there is none. Throws when the existing one needs another engine. */
export async function ensureCluster(
  place: DataLocation,
  engine: Engine,
  log: Log,
  say: (line: string) => void,
): Promise<void> {
  removeUnfinished(place.home)
  if (existsSync(place.cluster) && readdirSync(place.cluster).length > 0) return checkVersion(place, engine)
  say(`Creating the database in ${place.cluster} …`)
  await create(place, engine, log)
}

function checkVersion({ cluster }: DataLocation, { major }: Engine): void {
  const file = join(cluster, 'PG_VERSION')
  if (!existsSync(file))
    throw new Error(`${cluster} is not empty and not a PostgreSQL database: move it away.`)
  const made = readFileSync(file, 'utf8').trim()
  if (made === major) return
  throw new Error(
    `The database in ${cluster} was made by PostgreSQL ${made}, and this program brings PostgreSQL ${major}, which cannot read it: ` +
      'move the data over with the version that made it, or set DATABASE_URL to a server of that version.',
  )
}

/**
 * Builds the cluster in a temporary directory and renames it when complete, so that an interruption leaves no half
 * cluster.
 */
async function create({ cluster, home, user }: DataLocation, engine: Engine, log: Log): Promise<void> {
  const unfinished = mkdtempSync(join(home, UNFINISHED))
  if (user) lchownSync(unfinished, user.uid, user.gid)
  const command = [join(engine.bin, 'initdb'), '-D', unfinished, ...INITDB]
  // initdb ignores SIGINT while it waits for the programs it runs.
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

const INITDB = [
  ...['-U', 'shop', '-A', 'trust', '-E', 'UTF8', '--no-instructions'],
  ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
]

/** An initdb of a killed start may still be writing; its leftovers are removed at the next start. */
function removeUnfinished(home: string): void {
  for (const name of readdirSync(home)) {
    if (!name.startsWith(UNFINISHED)) continue
    try {
      rmSync(join(home, name), { recursive: true, force: true })
    } catch {
      // Leftovers that cannot be removed now do not prevent the start.
    }
  }
}

/** Makes the rename durable across a power cut. */
function flushDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
