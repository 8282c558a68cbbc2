import { CompiledQuery, type Kysely, sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { queryTimeoutClient } from '#infra/database/query-timeout.ts'
import type { EmailBudget } from '#infra/email/email-budget.ts'
import { createEncrypter, type Encrypter } from '#infra/jobs/encrypted-data.ts'
import { failedQueue, jobAdmin } from '#infra/jobs/job-admin.ts'
import type { KeyRing } from '#infra/keys/key-ring.ts'
import type { Db, Job, Jobs } from '#shop/ctx.ts'
import { hideAddresses } from '#shop/kernel/text.ts'
import { PREPARED_MARK } from '#shop/prepared-statement.ts'

type Queue = Job['queue']

/** The running job. Its id stays the same for all tries, also when an admin retries a failed job. */
export type CurrentJob = { id: string }

export type Handlers = {
  [Name in Queue]: (data: Extract<Job, { queue: Name }>['data'], job: CurrentJob) => Promise<void>
}

/** Every queue once; the type makes a missing one a compile error. */
const QUEUES = Object.keys({
  'order-confirmation': true,
  'order-moved': true,
  'order-mail-again': true,
  'credit-note': true,
  'contact-message': true,
  'contact-acknowledgement': true,
  'contact-reply': true,
  'newsletter-confirmation': true,
  'newsletter-welcome': true,
  'newsletter-batch': true,
  'newsletter-test': true,
  'stock-notice-link': true,
  'stock-notices-due': true,
  'stock-notice': true,
  'payments-due': true,
  'payment-check': true,
  'payment-event': true,
  'sandbox-bank': true,
  'sandbox-webhook': true,
  refund: true,
  'refund-sent': true,
  'factor-mail': true,
  'factor-link': true,
  'staff-invitation': true,
  'account-closing': true,
  'account-link': true,
  retention: true,
  'product-pictures': true,
  'unkept-files': true,
  'programme-mail': true,
  'programme-hourly': true,
  'worker-deadlines': true,
  'sign-in-refused': true,
  'audit-alerts': true,
  'audit-alert': true,
  'referral-reward': true,
  mail: true,
} satisfies Record<Queue, true>) as Queue[]

/**
 * A job that keeps failing moves to its dead-letter queue for an admin after about a day. Delays end at 15
 * minutes, so that emails are sent soon after the mail server recovers.
 */
const RETRIES = { retryLimit: 130, retryDelay: 5, retryBackoff: true, retryDelayMax: 900 }

/** Jobs that one of the processes starts at fixed times (cron, UTC). */
const SCHEDULES: Partial<Record<Queue, string>> = {
  'payments-due': '* * * * *',
  'stock-notices-due': '* * * * *',
  'audit-alerts': '* * * * *',
  'programme-hourly': '7 * * * *',
  // At 9 in the morning in India; what a stopped shop missed, in the hours after.
  'worker-deadlines': '30 3-6 * * *',
  // Ten minutes past two in the night in India.
  retention: '40 20 * * *',
  'product-pictures': '* * * * *',
}

/**
 * Queues whose data holds only ids of the shop's rows. All other data is encrypted in the table, where done
 * jobs stay for a week: an email holds links that open or reset an account.
 */
const IDS_ONLY: ReadonlySet<Queue> = new Set<Queue>([
  'product-pictures',
  'unkept-files',
  'order-confirmation',
  'order-moved',
  'order-mail-again',
  'credit-note',
  'contact-message',
  'contact-acknowledgement',
  'contact-reply',
  'newsletter-welcome',
  'newsletter-batch',
  'newsletter-test',
  'stock-notices-due',
  'stock-notice',
  'payments-due',
  'payment-check',
  'payment-event',
  'sandbox-bank',
  'refund',
  'refund-sent',
  'programme-mail',
  'programme-hourly',
  'worker-deadlines',
  'referral-reward',
  'retention',
  'audit-alerts',
  'audit-alert',
  'factor-mail',
])

/**
 * The last email about a closed account holds its address, so its job is deleted with the next hourly
 * maintenance.
 */
const LAST_EMAIL_KEPT_SECONDS = 60

/** A killed process sends no heartbeats: another process takes over its job within a minute. */
const HEARTBEAT_SECONDS = 30
const SUPERVISE_SECONDS = 20

/**
 * Polled every second instead: the transaction that places an order must not send a NOTIFY, because those
 * commit one after another (see `announce_product` in db/migrations/0001_schema.sql).
 */
const NOT_ANNOUNCED = new Set<Queue>(['order-confirmation'])

/** Jobs are announced by NOTIFY; polling finds those that were announced while the connection was lost. */
const POLLING = { notifyPollingIntervalSeconds: 5, pollingIntervalSeconds: 1, includeMetadata: true } as const

/** Includes the wait for one of the queue's connections; no statement takes nearly as long. */
const STATEMENT_TIMEOUT_MS = 30_000
const GRACE_MS = 500

/** Options of the queue's connections: like the shop's own, they give up on a server that does not answer. */
function connectionOptions(ms: number) {
  return {
    Client: queryTimeoutClient(ms + GRACE_MS),
    connectionTimeoutMillis: 5_000,
    statement_timeout: ms,
    idle_in_transaction_session_timeout: 60_000,
  }
}

export type JobQueue = Jobs & {
  work(handlers: Handlers): Promise<void>
  stop(): Promise<void>
}

/**
 * The job queue in the shop's own database: a job sent in a transaction exists exactly if that commits.
 * Handlers run at least once. `onError` gets errors that belong to no job.
 */
export async function startJobs(options: {
  databaseUrl: string
  /** The keys that encrypt job data are derived from them; the same in every process of the shop. */
  secrets: KeyRing
  onError: (error: Error) => void
  /** Limits emails to addresses that strangers may have typed; without it there is no limit. */
  budget?: EmailBudget | null
  /** The timeout of a statement, in milliseconds. */
  patienceMs?: number
  /** A process that only sends jobs starts faster: it supervises nothing and hears of no news. */
  sendsOnly?: boolean
}): Promise<JobQueue> {
  const works = !options.sendsOnly
  const boss = new PgBoss({
    connectionString: options.databaseUrl,
    ...connectionOptions(options.patienceMs ?? STATEMENT_TIMEOUT_MS),
    max: works ? 4 : 1,
    useListenNotify: works,
    supervise: works,
    schedule: works,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    maintenanceIntervalSeconds: 3_600,
  })
  boss.on('error', options.onError)
  await boss.start()
  await createQueues(boss)
  const encrypter = createEncrypter(options.secrets)
  return {
    ...jobAdmin(boss, QUEUES),
    async send(db, job, after) {
      const { queue, data: sent } = job
      if ('to' in job && options.budget && !(await options.budget.take(db, queue, job.to))) return
      const data = IDS_ONLY.has(queue) ? sent : encrypter.encrypt(queue, sent)
      const when = {
        ...(after && { startAfter: after }),
        ...(queue === 'account-closing' && { deleteAfterSeconds: LAST_EMAIL_KEPT_SECONDS }),
      }
      // Outside a transaction the queue uses its own connections, since the caller may hold one of ours.
      if (!db.isTransaction) return void (await boss.send(queue, data, when))
      await boss.send(queue, data, { ...when, db: connectionOf(db) })
    },
    resetEmailBudget: async (db, email) => options.budget?.reset(db, email),
    deleteAbout: (db, { ids, email }) =>
      deleteJobsAbout(db, ids, email === null ? [] : encrypter.hashesOf(email)),
    async work(handlers) {
      for (const queue of QUEUES)
        await workOn(boss, queue, openingData(encrypter, queue, handlers[queue] as Handler))
      for (const [queue, cron] of Object.entries(SCHEDULES)) await boss.schedule(queue, cron, {})
    },
    stop: () => boss.stop({ graceful: true, timeout: 8_000 }),
  }
}

async function createQueues(boss: PgBoss): Promise<void> {
  const names = new Set((await boss.getQueues()).map(({ name }) => name))
  for (const name of QUEUES.filter((queue) => !names.has(queue))) {
    await boss.createQueue(failedQueue(name))
    await boss.createQueue(name, {
      ...RETRIES,
      deadLetter: failedQueue(name),
      notify: !NOT_ANNOUNCED.has(name),
      heartbeatSeconds: HEARTBEAT_SECONDS,
    })
  }
}

/** The caller's transaction as a connection for pg-boss. */
function connectionOf(db: Db) {
  // pg-boss names its columns itself, so the plugin that renames ours must not apply.
  const plain = (db as Kysely<unknown>).withoutPlugins()
  return {
    executeSql: (text: string, values: unknown[] = []) =>
      plain.executeQuery<Record<string, unknown>>(CompiledQuery.raw(`${PREPARED_MARK}${text}`, values)),
  }
}

const PERSONAL_IDS = ['userId', 'recipientId', 'messageId', 'noticeId', 'subscriptionId']

/** Deletes jobs, except running ones, that name one of these rows, or an address by its hash. */
async function deleteJobsAbout(db: Db, ids: readonly string[], hashes: readonly string[]): Promise<void> {
  await sql`delete from pgboss.job where state <> 'active'
    and (exists (select from unnest(${PERSONAL_IDS}::text[]) as name where data ->> name = any(${ids}::text[]))
      or data->'addresses' ?| ${hashes}::text[])`.execute(db)
}

type Handler = (data: unknown, job: CurrentJob) => Promise<void>

/** Wraps a handler, which gets the data decrypted. */
function openingData(encrypter: Encrypter, queue: Queue, handler: Handler): Handler {
  if (IDS_ONLY.has(queue)) return handler
  return async (data, job) => handler(encrypter.decrypt(queue, data), job)
}

/**
 * Handles the queue's jobs one at a time, each right after the last: retries are not announced, so each would
 * otherwise wait for the next poll.
 */
async function workOn(boss: PgBoss, queue: Queue, handler: Handler): Promise<void> {
  let worker = ''
  worker = await boss.work(queue, POLLING, async (jobs: Fetched[]) => {
    boss.notifyWorker(worker)
    await runEach(handler, jobs)
  })
}

type Fetched = { id: string; sourceRootId: string | null; data: unknown }

async function runEach(handler: Handler, jobs: Fetched[]): Promise<void> {
  for (const job of jobs)
    await handler(job.data, { id: job.sourceRootId ?? job.id }).catch((error: unknown) => {
      throw storableError(error)
    })
}

/**
 * A failed job keeps its error with all fields for weeks, in plain text: a mail server's refusal names the recipient, a
 * database's the values of the row. Only message and stack remain, without addresses.
 */
function storableError(error: unknown): Error {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const stored = new Error(hideAddresses(message))
  if (stack) stored.stack = hideAddresses(stack)
  return stored
}
