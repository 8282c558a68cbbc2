/** Ends the time to pay of an order, and waits for due jobs, in the database. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { PgBoss } from 'pg-boss'

/** Jobs that change orders and money. Emails need a mail server, which may be missing. */
const AWAITED = ['payment-event', 'payment-check', 'payments-due', 'refund', 'credit-note']
/** Another process takes over a killed process's job after a minute without heartbeats. */
const MAX_MS = 150_000
const PATIENCE_MS = 5_000

export function clockOf(databaseUrl: string) {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 2,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  })
  pool.on('error', () => {})
  let boss: Promise<PgBoss> | null = null

  async function started(): Promise<PgBoss> {
    const made = new PgBoss({
      connectionString: databaseUrl,
      max: 1,
      supervise: false,
      schedule: false,
      migrate: false,
      connectionTimeoutMillis: PATIENCE_MS,
    })
    made.on('error', () => {})
    await made.start()
    return made
  }

  /** The names of awaited jobs that are not done. */
  async function left(): Promise<string[]> {
    await pool.query(`update pgboss.job set start_after = now() where state = 'retry' and name = any($1)`, [
      AWAITED,
    ])
    const { rows } = await pool.query<{ name: string }>(
      `select distinct name from pgboss.job
      where name = any($1) and state in ('created', 'retry', 'active') and start_after <= now()`,
      [AWAITED],
    )
    return rows.map(({ name }) => name)
  }

  return {
    /** Ends the hold of the order's payment and sends the job that checks it, also for a paid order. */
    async endHold(orderId: string): Promise<void> {
      const { rows } = await pool.query<{ id: string }>(
        `update payment_intents set hold_until = least(hold_until, now() - interval '1 second')
        where order_id = $1 returning id`,
        [orderId],
      )
      boss ??= started().catch((error) => {
        boss = null
        throw error
      })
      for (const { id } of rows) await (await boss).send('payment-check', { intentId: id })
    },

    /** Resolves when no job about orders and money is left. Failed jobs are retried at once. */
    async allDone(): Promise<void> {
      const deadline = performance.now() + MAX_MS
      for (;;) {
        const names = await left().catch((error: Error) => [error.message])
        if (names.length === 0) return
        if (performance.now() > deadline) throw new Error(`jobs are left: ${names}`)
        await pause(100)
      }
    },

    async close(): Promise<void> {
      if (boss) await boss.then((started) => started.stop({ graceful: false })).catch(() => {})
      await pool.end()
    },
  }
}
