import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import {
  canEnter,
  type DatabaseUser,
  isRoot,
  ownerOf,
  unprivilegedUser,
} from '#infra/embedded-postgres/database-user.ts'

/** The cluster directory, its parent, and the user who runs the server (undefined: this user). */
export type DataLocation = { cluster: string; home: string; user: DatabaseUser | undefined }

const ROOT_HOME = '/var/lib/millet-shop'

/** Finds the database: in the data directory, or if root's database user cannot enter that, below /var/lib. */
export function findDataLocation(dataDir: string, say: (line: string) => void): DataLocation {
  if (!isRoot()) return ownPlace(dataDir)
  const existing = [dataDir, rootHomeOf(dataDir)].find((home) => existsSync(clusterIn(home)))
  const location = existing ? existingPlace(existing) : newPlace(dataDir)
  if (location.home !== dataDir) {
    say(
      `The database is in ${location.cluster}: ${location.user?.name} cannot enter ${dataDir}, and PostgreSQL does not run as root.`,
    )
  }
  return location
}

/** True if a database exists for this data directory, which itself may be missing. */
export function holdsDatabase(dataDir: string): boolean {
  if (!existsSync(dataDir)) return false
  const real = realpathSync(dataDir)
  return [real, rootHomeOf(real)].some((home) => existsSync(clusterIn(home)))
}

function ownPlace(dataDir: string): DataLocation {
  const cluster = clusterIn(dataDir)
  if (existsSync(cluster) && ownerOf(cluster).uid !== process.getuid?.()) {
    throw new Error(
      `The database in ${cluster} belongs to the user ${ownerOf(cluster).name}: start as that user or as root.`,
    )
  }
  return { cluster, home: dataDir, user: undefined }
}

function existingPlace(home: string): DataLocation {
  const cluster = clusterIn(home)
  const owner = ownerOf(cluster)
  const user = owner.uid === 0 ? unprivilegedUser() : owner
  if (!canEnter(user, home))
    throw new Error(
      `The user ${user.name} of the database in ${cluster} cannot enter ${home}: give that user access to it.`,
    )
  return { cluster, home, user }
}

function newPlace(dataDir: string): DataLocation {
  const user = unprivilegedUser()
  const home = canEnter(user, dataDir) ? dataDir : makeRootHome(dataDir)
  if (!canEnter(user, home)) {
    throw new Error(
      `The user ${user.name} can enter neither ${dataDir} nor ${home}: set DATA_DIR to a directory that it can enter.`,
    )
  }
  return { cluster: clusterIn(home), home, user }
}

function clusterIn(home: string): string {
  return join(home, 'postgres')
}

/** Returns the directory below /var/lib, named by the end of the data directory's path and a unique hash. */
function rootHomeOf(dataDir: string): string {
  const readable = dataDir.replace(/[^A-Za-z0-9]+/g, '-').slice(-40)
  return join(ROOT_HOME, `${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}${readable}`)
}

/** Creates the directory below /var/lib. It is readable whatever the umask, but only root can write in it. */
function makeRootHome(dataDir: string): string {
  const home = rootHomeOf(dataDir)
  mkdirSync(home, { recursive: true })
  for (const directory of [ROOT_HOME, home]) chmodSync(directory, 0o755)
  return home
}
