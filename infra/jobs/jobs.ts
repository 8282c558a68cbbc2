import { type Kysely, sql } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import { jobDesk } from '#infra/jobs/job-desk.ts'
import type { Db, Job, Jobs } from '#shop/ctx.ts'

type Queue = Job['queue']
export type Handlers = { [Name in Queue]: (data: Extract<Job, { queue: Name }>['data']) => Promise<void> }

const QUEUES: Queue[] = [
  'order-confirmation',
  'order-moved',
  'credit-note',
  'contact-message',
  'contact-acknowledgement',
  'contact-reply',
  'newsletter-confirmation',
  'newsletter-welcome',
  'payments-due',
  'payment-check',
  'payment-event',
  'sandbox-bank',
  'sandbox-webhook',
  'refund',
  'refund-sent',
  'account-closing',
  'account-link',
  'programme-mail',
  'programme-hourly',
  'referral-reward',
  'mail',
]
/** A job that failed this often waits in its dead-letter queue for a person. With backoff that is about a day. */
const RETRIES = { retryLimit: 12, retryDelay: 5, retryBackoff: true, retryDelayMax: 7200 }

/** What is done at fixed times (cron, UTC), by one of the processes. */
const SCHEDULES: Partial<Record<Queue, string>> = {
  'payments-due': '* * * * *',
  'programme-hourly': '7 * * * *',
}

/** Jobs are announced; looking for them as well finds those that were announced while the database was lost. */
const POLLING = { notifyPollingIntervalSeconds: 5 }

export type JobQueue = Jobs & {
  work(handlers: Handlers): Promise<void>
  stop(): Promise<void>
}

/**
 * The job queue, kept in the shop's own database: a job sent with a transaction exists exactly when that commits.
 * Handlers run at least once. `onError` hears of failures that belong to no job.
 */
export async function startJobs(options: {
  databaseUrl: string
  onError: (error: Error) => void
}): Promise<JobQueue> {
  const boss = new PgBoss({ connectionString: options.databaseUrl, max: 4, useListenNotify: true })
  boss.on('error', options.onError)
  await boss.start()
  const known = new Set((await boss.getQueues()).map(({ name }) => name))
  for (const queue of QUEUES.filter((name) => !known.has(name))) {
    await boss.createQueue(`${queue}-failed`)
    await boss.createQueue(queue, { ...RETRIES, deadLetter: `${queue}-failed`, notify: true })
  }
  return {
    ...jobDesk(boss, QUEUES),
    async send(db, { queue, data }, after) {
      const when = after ? { startAfter: after } : {}
      // Outside a transaction the queue's own connections serve: the caller may hold one of ours while it waits.
      if (!db.isTransaction) return void (await boss.send(queue, data, when))
      // pg-boss names columns itself: the plugin that renames ours must not touch them.
      const plain = (db as Kysely<unknown>).withoutPlugins()
      await boss.send(queue, data, { ...when, db: fromKysely(plain) })
    },
    forget: forgetJobs,
    async work(handlers) {
      for (const queue of QUEUES) await boss.work(queue, POLLING, (jobs) => runEach(handlers[queue], jobs))
      for (const [queue, cron] of Object.entries(SCHEDULES)) await boss.schedule(queue, cron, {})
    },
    stop: () => boss.stop({ graceful: true, timeout: 8_000 }),
  }
}

/** Finished jobs, and those that wait in a dead-letter queue, with the address anywhere in their data. */
async function forgetJobs(db: Db, email: string): Promise<void> {
  await sql`delete from pgboss.job
    where (state > 'active' or name like '%-failed') and strpos(lower(data::text), ${email}) > 0`.execute(db)
}

async function runEach(handler: (data: never) => Promise<void>, jobs: { data: unknown }[]): Promise<void> {
  for (const job of jobs) await handler(job.data as never)
}
