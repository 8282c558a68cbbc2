/** An online backup with the files' WAL (PostgreSQL manual, "Making a Base Backup Using the Low Level API"). */

import { existsSync, lchownSync, readdirSync, realpathSync } from 'node:fs'
import { copyFile, mkdir, rename, writeFile } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import pg from 'pg'
import { copyTree } from '#infra/embedded-postgres/copy-tree.ts'
import { findDataLocation } from '#infra/embedded-postgres/data-location.ts'
import type { DatabaseUser } from '#infra/embedded-postgres/database-user.ts'
import type { RunningDatabase } from '#infra/embedded-postgres/running.ts'

/** The backup holds everything committed before `until`; `lsn` is the end of its WAL, just after. */
type Backup = { until: Date; lsn: string; files: number }

/** Directories that a backup should contain empty, according to the manual. */
const EMPTY = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const SKIPPED_FILES = /^(postmaster\.(pid|opts)|pgsql_tmp.*|pg_internal\.init.*)$/

/** Copies the running database's cluster to the directory `to`, which must not exist. */
export async function backUpCluster({ location, url }: RunningDatabase, to: string): Promise<Backup> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // The replication slot keeps the needed WAL from being recycled, and ends with this connection.
    await client.query(`select pg_create_physical_replication_slot($1, true, true)`, [
      `backup_${process.pid}`,
    ])
    await client.query(`select pg_backup_start('backup', fast => true)`)
    const start = await currentWalFile(client)
    const files = await copyTree(location.cluster, to, isSkipped)
    for (const directory of EMPTY) await mkdir(join(to, directory), { recursive: true, mode: 0o700 })
    const end = await endBackup(client, to)
    await copyWal(client, location.cluster, to, start, end.file)
    return { until: end.until, lsn: end.lsn, files }
  } finally {
    await client.end()
  }
}

function isSkipped(path: string): boolean {
  const [top = ''] = path.split(sep)
  return SKIPPED_FILES.test(basename(path)) || (EMPTY.has(top) && path !== top)
}

async function currentWalFile(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ file: string }>(
    'select pg_walfile_name(pg_current_wal_insert_lsn()) as file',
  )
  return rows[0]?.file ?? ''
}

/** Ends the backup. Reads the time first, because commits after this moment may be missing from the copied WAL. */
async function endBackup(client: pg.Client, to: string) {
  const moment = await client.query<{ until: Date }>('select clock_timestamp() as until')
  const { rows } = await client.query<{ lsn: string; label: string; spaces: string; file: string }>(
    `select lsn::text, labelfile as label, spcmapfile as spaces, pg_walfile_name(lsn) as file
      from pg_backup_stop(wait_for_archive => false)`,
  )
  const [end] = rows
  const [until] = moment.rows
  if (!end || !until) throw new Error('PostgreSQL did not report the end of the backup.')
  await writeFile(join(to, 'backup_label'), end.label, { mode: 0o600 })
  return { ...end, ...until }
}

/** Copies the WAL from start to end of the backup. File names sort chronologically. */
async function copyWal(client: pg.Client, cluster: string, to: string, start: string, end: string) {
  // At a segment boundary, the backup may begin in the file before `start`.
  const { rows } = await client.query<{ name: string }>(
    `with files as (select name from pg_ls_waldir() where length(name) = 24)
    select name from files
    where name between coalesce((select max(name) from files where name < $1), $1) and $2
    order by name`,
    [start, end],
  )
  if (rows.at(-1)?.name !== end) throw new Error(`The WAL file ${end} is missing: the backup cannot be used.`)
  for (const { name } of rows) await copyFile(join(cluster, 'pg_wal', name), join(to, 'pg_wal', name))
}

/** Restores a cluster into an empty data directory. The first start replays the WAL up to the backup's end. */
export async function restoreCluster(from: string, dataDir: string, say: (line: string) => void) {
  const location = findDataLocation(realpathSync(dataDir), say)
  if (existsSync(location.cluster) && readdirSync(location.cluster).length > 0)
    throw new Error(
      `There is a database in ${location.cluster}: restore into another DATA_DIR, or move it away.`,
    )
  const unfinished = `${location.cluster}-restoring-${process.pid}`
  await mkdir(unfinished, { mode: 0o700 })
  await copyTree(from, unfinished)
  if (location.user) changeOwner(location.user, unfinished)
  await rename(unfinished, location.cluster)
}

function changeOwner(user: DatabaseUser, path: string): void {
  lchownSync(path, user.uid, user.gid)
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true }))
    lchownSync(join(entry.parentPath, entry.name), user.uid, user.gid)
}
