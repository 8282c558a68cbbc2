import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { expect } from 'vitest'
import type { testDatabase } from '#tests/database.ts'
import { seedRealShop, startProcess } from '#tests/real-shop.ts'
import { endShop, freePort, readyShop, type ShopProgram } from '#tests/shop-program.ts'

type Ground = Pick<Awaited<ReturnType<typeof testDatabase>>, 'db' | 'pool' | 'url'>

/** A real shop on a database that outlives it: it is killed and started again at the same address. */
export async function mortalShop({ db, pool, url }: Ground, dataDir: string, env: Record<string, string>) {
  await seedRealShop(url)
  const PORT = `${await freePort()}`
  const ORIGIN = `http://127.0.0.1:${PORT}`
  const all = { DATABASE_URL: url, DATA_DIR: dataDir, PORT, ORIGIN, AUTH_SECRET: randomUUID(), ...env }
  const start = () => startProcess({ ...all, LOG_LEVEL: 'error' })
  let shop: ShopProgram = start()
  await readyShop(shop)

  /** Whatever wants to write to the table waits until the answer is called. */
  async function hold(table: string): Promise<() => Promise<void>> {
    const client = await pool.connect()
    await client.query('begin')
    await client.query(`lock table ${table} in share row exclusive mode`)
    return async () => {
      await client.query('rollback')
      client.release()
    }
  }

  /** Resolves when so many statements wait for what is held. */
  const waiting = (count: number) =>
    expect
      .poll(async () => {
        const { rows } = await sql<{ count: number }>`
          select count(*)::int as count from pg_locks
          where not granted and database = (select oid from pg_database where datname = current_database())`.execute(
          db,
        )
        return rows[0]?.count
      }, PATIENCE)
      .toBe(count)

  /** What the queue does about a minute after a process died; gives how many jobs still count as being done. */
  async function giveBackJobs(boss: PgBoss): Promise<number> {
    await pool.query(
      `update pgboss.job set heartbeat_on = now() - interval '10 minutes' where state = 'active'`,
    )
    await pool.query('update pgboss.queue set monitor_on = null')
    await boss.supervise()
    return (await pool.query(`select from pgboss.job where state = 'active'`)).rowCount ?? 0
  }

  /** Resolves when every job that is due, or is to be tried again, has been done. */
  const allDone = () =>
    expect
      .poll(async () => {
        const { rows } = await sql<{ name: string }>`
          select name, state, data from pgboss.job
          where state in ('retry', 'active') or (state = 'created' and start_after <= now())`.execute(
          db.withoutPlugins(),
        )
        return rows
      }, PATIENCE)
      .toEqual([])

  return {
    url: ORIGIN,
    hold,
    waiting,
    allDone,
    lines: () => shop.lines,
    kill: () => endShop(shop, 'SIGKILL'),
    /** Starts again, after the time in which the queue has noticed that nobody works on the dead one's jobs. */
    async revive() {
      const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false })
      await boss.start()
      await expect.poll(() => giveBackJobs(boss), PATIENCE).toBe(0)
      await boss.stop()
      await pool.query(`update pgboss.job set start_after = now() where state = 'retry'`)
      shop = start()
      await readyShop(shop)
    },
  }
}

export const PATIENCE = { timeout: 60_000, interval: 50 }
