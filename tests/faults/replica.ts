import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { backUpCluster, restoreCluster } from '#infra/embedded-postgres/backup.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#infra/embedded-postgres/embedded-postgres.ts'
import { findRunningDatabase } from '#infra/embedded-postgres/running.ts'
import { query } from '#tests/faults/embedded-queries.ts'
import { makeOpenFolder, removeFolders } from '#tests/faults/folders.ts'
import { restartableDatabase } from '#tests/own-database.ts'
import { signInStaff, startRealShop } from '#tests/real-shop.ts'
import { endShop, readyShop } from '#tests/shop-program.ts'

/** A streaming replica of an embedded database. */
type Replica = EmbeddedPostgres & {
  /** Pauses or resumes the replay of the log. The replica still receives the log. */
  pauseReplay(isStill: boolean): Promise<void>
}

/** Copies the database of `dataDir` to `room`, through the folder `between`, and starts the copy as a replica. */
async function startReplica(dataDir: string, room: string, between: string): Promise<Replica> {
  const primary = findRunningDatabase(dataDir)
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
    async pauseReplay(isStill) {
      await query(url, `select pg_wal_replay_${isStill ? 'pause' : 'resume'}()`)
    },
  }
}

const PRODUCT = `/api/products/${seedId(2)}`

/**
 * Starts a real shop that reads from a replica, and signs an owner in. Stops everything at the end of the test
 * file.
 */
export async function shopWithReplica() {
  const room = makeOpenFolder()
  const database = restartableDatabase(room)
  await database.start()
  const replica = await startReplica(`${room}/database`, makeOpenFolder(), makeOpenFolder())
  const shop = await startRealShop(database.url, `${room}/data`, {
    DATABASE_REPLICA_URL: replica.url,
    LOG_LEVEL: 'info',
  })
  afterAll(async () => {
    await endShop(shop, 'SIGKILL')
    await replica.stop()
    await database.stop()
    removeFolders()
  })
  const url = await readyShop(shop)
  const cookie = await signInStaff(url, database.url)

  const fetchOk = async (path: string) => {
    const response = await fetch(url + path, { headers: { cookie } })
    expect(response.status, path).toBe(200)
    return response
  }
  return {
    database,
    replica,
    /** Requests the path, which must answer 200. */
    fetchOk,
    /** Returns how many log lines contain the text. */
    countLogLines: (text: string) => shop.lines.filter((line) => line.includes(text)).length,
    readPrice: async (): Promise<number> => (await (await fetchOk(PRODUCT)).json()).price,
    async setPrice(price: number): Promise<void> {
      const { updated_at } = await (await fetchOk(PRODUCT)).json()
      const changed = await fetch(url + PRODUCT, {
        method: 'PUT',
        headers: { cookie, origin: url, 'content-type': 'application/json' },
        body: JSON.stringify({ price, updated_at }),
      })
      expect(changed.status).toBe(200)
    },
  }
}
