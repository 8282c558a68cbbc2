import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { expect, onTestFinished } from 'vitest'
import type { testDatabase } from '#tests/database.ts'
import { seedRealShop, startProcess } from '#tests/real-shop.ts'
import { endShop, freePort, readyShop, type ShopProgram } from '#tests/shop-program.ts'

type TestDatabase = Pick<Awaited<ReturnType<typeof testDatabase>>, 'db' | 'pool' | 'url'>

/** Starts a real shop that tests can kill and restart at the same address, on the same database. */
export async function restartableShop(
  { db, pool, url }: TestDatabase,
  dataDir: string,
  env: Record<string, string>,
) {
  await seedRealShop(url)
  const PORT = `${await freePort()}`
  const ORIGIN = `http://127.0.0.1:${PORT}`
  const all = { DATABASE_URL: url, DATA_DIR: dataDir, PORT, ORIGIN, AUTH_SECRET: randomUUID(), ...env }
  const start = () => startProcess({ ...all, LOG_LEVEL: 'error' })
  let shop: ShopProgram = start()
  await readyShop(shop)

  /**
   * Lets the heartbeats of a dead process expire at once instead of after a minute. Returns the number of
   * active jobs.
   */
  async function releaseJobs(boss: PgBoss): Promise<number> {
    await pool.query(
      `update pgboss.job set heartbeat_on = now() - interval '10 minutes' where state = 'active'`,
    )
    await pool.query('update pgboss.queue set monitor_on = null, monitor_claim_on = null')
    await boss.supervise()
    return (await pool.query(`select from pgboss.job where state = 'active'`)).rowCount ?? 0
  }

  /** Resolves when no job is due, running or waiting for a retry. */
  const waitForJobs = () =>
    expect
      .poll(async () => {
        const { rows } = await sql<{ name: string }>`
          select name, state, data from pgboss.job
          where state in ('retry', 'active') or (state = 'created' and start_after <= now())`.execute(
          db.withoutPlugins(),
        )
        return rows
      }, POLLING)
      .toEqual([])

  return {
    url: ORIGIN,
    holdTable: (table: string) => holdTable(pool, table),
    waitForBlockedStatements: (count: number) => waitForBlockedStatements(db, count),
    waitForJobs,
    pid: () => shop.child.pid,
    lines: () => shop.lines,
    kill: () => endShop(shop, 'SIGKILL'),
    /** Restarts the shop after the queue has released the jobs of the dead process. */
    async restart() {
      const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false })
      await boss.start()
      await expect.poll(() => releaseJobs(boss), POLLING).toBe(0)
      await boss.stop()
      await pool.query(`update pgboss.job set start_after = now() where state = 'retry'`)
      shop = start()
      await readyShop(shop)
    },
  }
}

export const POLLING = { timeout: 60_000, interval: 50 }

/** Blocks writes to the table until the returned function is called, or the test ends. */
export async function holdTable(pool: TestDatabase['pool'], table: string): Promise<() => Promise<void>> {
  const client = await pool.connect()
  await client.query('begin')
  await client.query(`lock table ${table} in share row exclusive mode`)
  let isHeld = true
  const release = async () => {
    if (!isHeld) return
    isHeld = false
    await client.query('rollback')
    client.release()
  }
  onTestFinished(release)
  return release
}

/** Resolves when this many statements wait for a blocked table. */
export async function waitForBlockedStatements(db: TestDatabase['db'], count: number): Promise<void> {
  const read = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_locks
      where not granted and database = (select oid from pg_database where datname = current_database())`.execute(
      db,
    )
    return rows[0]?.count
  }
  await expect.poll(read, POLLING).toBe(count)
}
