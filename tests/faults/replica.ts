import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { backUpCluster, restoreCluster } from '#infra/embedded-postgres/backup.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#infra/embedded-postgres/embedded-postgres.ts'
import { runningDatabase } from '#infra/embedded-postgres/running.ts'

/** A streaming replica of an embedded database. */
export type Replica = EmbeddedPostgres & {
  /** Pauses or resumes the replay of the log, which it goes on receiving. */
  holdStill(isStill: boolean): Promise<void>
}

/** Copies the database of `dataDir`, by way of `between`, to `room`, and starts the copy as a replica. */
export async function startReplica(dataDir: string, room: string, between: string): Promise<Replica> {
  const primary = runningDatabase(dataDir)
  if (!primary) throw new Error('no database runs there')
  const copy = join(between, 'copy')
  await backUpCluster(primary, copy)
  await restoreCluster(copy, room, () => {})
  const cluster = join(room, 'postgres')
  const { searchParams } = new URL(primary.url)
  writeFileSync(join(cluster, 'standby.signal'), '')
  appendFileSync(
    join(cluster, 'postgresql.auto.conf'),
    `\nprimary_conninfo = 'host=${searchParams.get('host')} port=5432 user=shop'\nhot_standby_feedback = on\n`,
  )
  const { url, stop } = await startEmbeddedPostgres({ dataDir: room, say: () => {} })
  return {
    url,
    stop,
    async holdStill(isStill) {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query(`select pg_wal_replay_${isStill ? 'pause' : 'resume'}()`)
      await client.end()
    },
  }
}
