import { existsSync, lchownSync, readdirSync, realpathSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { copyTree } from '#infra/embedded-postgres/copy-tree.ts'
import { findDataLocation } from '#infra/embedded-postgres/data-location.ts'
import type { DatabaseUser } from '#infra/embedded-postgres/database-user.ts'

/**
 * Restores a backed-up cluster as a data directory's database. Throws when one exists: nothing is overwritten. The
 * first start recovers up to the end of the backup.
 */
export async function restoreCluster(
  from: string,
  dataDir: string,
  say: (line: string) => void,
): Promise<void> {
  const place = findDataLocation(realpathSync(dataDir), say)
  if (existsSync(place.cluster) && readdirSync(place.cluster).length > 0)
    throw new Error(
      `There is a database in ${place.cluster}: restore into another DATA_DIR, or move it away.`,
    )
  const unfinished = `${place.cluster}-restoring-${process.pid}`
  await mkdir(unfinished, { mode: 0o700 })
  await copyTree(from, unfinished)
  if (place.user) giveTo(place.user, unfinished)
  await rename(unfinished, place.cluster)
}

function giveTo(user: DatabaseUser, path: string): void {
  lchownSync(path, user.uid, user.gid)
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true }))
    lchownSync(join(entry.parentPath, entry.name), user.uid, user.gid)
}
