/** Ends the hold of an order's payment, and waits for due jobs, in the database. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { PgBoss } from 'pg-boss'

/** Jobs that change orders and money. Emails need a mail server, which may be missing. */
const JOB_NAMES = ['payment-event', 'payment-check', 'payments-due', 'refund', 'credit-note']
/** The longest wait for jobs: a killed process's job is taken over only after a minute without heartbeats. */
const MAX_MS = 150_000
const TIMEOUT_MS = 5_000

export function createClock(databaseUrl: string) {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 2,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  })
  pool.on('error', () => {})
  let boss: Promise<PgBoss> | null = null

  async function startBoss(): Promise<PgBoss> {
    const newBoss = new PgBoss({
      connectionString: databaseUrl,
      max: 1,
      supervise: false,
      schedule: false,
      migrate: false,
      connectionTimeoutMillis: TIMEOUT_MS,
    })
    newBoss.on('error', () => {})
    await newBoss.start()
    return newBoss
  }

  /** Makes failed jobs of JOB_NAMES due now. Returns the names of due and running jobs. */
  async function retryAndReadJobs(): Promise<string[]> {
    await pool.query(`update pgboss.job set start_after = now() where state = 'retry' and name = any($1)`, [
      JOB_NAMES,
    ])
    const { rows } = await pool.query<{ name: string }>(
      `select distinct name from pgboss.job
      where name = any($1) and state in ('created', 'retry', 'active') and start_after <= now()`,
      [JOB_NAMES],
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
      boss ??= startBoss().catch((error) => {
        boss = null
        throw error
      })
      for (const { id } of rows) await (await boss).send('payment-check', { intentId: id })
    },

    /**
     * Resolves when no job about orders and money is due, or after MAX_MS. Failed jobs are retried at once. Returns the
     * jobs that are not done.
     */
    async waitForJobs(): Promise<string[]> {
      const deadline = performance.now() + MAX_MS
      for (;;) {
        const names = await retryAndReadJobs().catch((error: Error) => [error.message])
        if (names.length === 0 || performance.now() > deadline) return names
        await pause(100)
      }
    },

    async close(): Promise<void> {
      if (boss) await boss.then((startedBoss) => startedBoss.stop({ graceful: false })).catch(() => {})
      await pool.end()
    },
  }
}
