import { CompiledQuery, type Kysely, sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { queryTimeoutClient } from '#infra/database/open.ts'
import type { EmailBudget } from '#infra/email/email-budget.ts'
import { createEncrypter, type Encrypter } from '#infra/jobs/encrypted-data.ts'
import { failedQueue, jobAdmin } from '#infra/jobs/job-admin.ts'
import type { KeyRing } from '#infra/keys/key-ring.ts'
import type { Db, Job, Jobs } from '#shop/ctx.ts'
import { hideEmailAddresses } from '#shop/kernel/text.ts'
import { PREPARED_MARK } from '#shop/prepared-statement.ts'

type Queue = Job['queue']

/** The id is the same at every attempt, even when an admin retries a failed job. */
type CurrentJob = { id: string }

export type Handlers = {
  [Name in Queue]: (data: Extract<Job, { queue: Name }>['data'], job: CurrentJob) => Promise<void>
}

/**
 * The data of each queue: only row ids, or encrypted. Ended jobs stay for a week, and emails contain links that
 * open or reset an account.
 */
const QUEUES: Record<Queue, 'ids' | 'encrypted'> = {
  'order-confirmation': 'ids',
  'order-moved': 'ids',
  'order-mail-again': 'ids',
  'credit-note': 'ids',
  'contact-message': 'ids',
  'contact-acknowledgement': 'ids',
  'contact-reply': 'ids',
  'newsletter-confirmation': 'encrypted',
  'newsletter-welcome': 'ids',
  'newsletter-batch': 'ids',
  'newsletter-test': 'ids',
  'stock-notice-link': 'encrypted',
  'stock-notices-due': 'ids',
  'stock-notice': 'ids',
  'payments-due': 'ids',
  'payment-check': 'ids',
  'payment-event': 'ids',
  'sandbox-bank': 'ids',
  'sandbox-webhook': 'encrypted',
  refund: 'ids',
  'refund-sent': 'ids',
  'factor-mail': 'ids',
  'factor-link': 'encrypted',
  'staff-invitation': 'encrypted',
  'account-closing': 'encrypted',
  'account-link': 'encrypted',
  retention: 'ids',
  'product-pictures': 'ids',
  'unkept-files': 'ids',
  'programme-mail': 'ids',
  'programme-hourly': 'ids',
  'worker-deadlines': 'ids',
  'sign-in-refused': 'encrypted',
  'audit-alerts': 'ids',
  'audit-alert': 'ids',
  webhooks: 'ids',
  'referral-reward': 'ids',
  mail: 'encrypted',
}
const QUEUE_NAMES = Object.keys(QUEUES) as Queue[]

/**
 * A failing job moves to its dead-letter queue after about a day. Delays end at 15 minutes, so that emails leave
 * soon after the mail server recovers.
 */
const RETRIES = { retryLimit: 130, retryDelay: 5, retryBackoff: true, retryDelayMax: 900 }

/** Jobs started at fixed times by a single process (cron, UTC). */
const SCHEDULES: Partial<Record<Queue, string>> = {
  'payments-due': '* * * * *',
  'stock-notices-due': '* * * * *',
  'audit-alerts': '* * * * *',
  'programme-hourly': '7 * * * *',
  // At 9 in the morning in India, and hourly after that in case the shop was stopped.
  'worker-deadlines': '30 3-6 * * *',
  // At 2:10 in the night in India.
  retention: '40 20 * * *',
  'product-pictures': '* * * * *',
}

/** Jobs of a queue that a process handles at once; default: one. A webhook may take ten seconds. */
const CONCURRENCY: Partial<Record<Queue, number>> = { webhooks: 4 }

/** The last email to a closed account contains its address, so the next hourly maintenance deletes the job. */
const LAST_EMAIL_KEPT_SECONDS = 60

/** A killed process sends no heartbeats: another process takes over its job within a minute. */
const HEARTBEAT_SECONDS = 30
const SUPERVISE_SECONDS = 20

/** Queues without NOTIFY, since transactions with a NOTIFY commit one by one (0001_schema.sql, `announce_product`). */
const NOT_ANNOUNCED = new Set<Queue>(['order-confirmation'])

/** NOTIFY announces jobs. Polling finds jobs that were announced while the connection was lost. */
const POLLING = { notifyPollingIntervalSeconds: 5, pollingIntervalSeconds: 1, includeMetadata: true } as const

/** Includes the wait for a connection. A statement itself is much faster. */
const STATEMENT_TIMEOUT_MS = 30_000
const GRACE_MS = 500

export type JobQueue = Jobs & { work(handlers: Handlers): Promise<void>; stop(): Promise<void> }

/** Starts the job queue. A job sent in a transaction exists if that commits. Handlers run at least once. */
export async function startJobs(options: {
  databaseUrl: string
  /** The same in every process of the shop. */
  secrets: KeyRing
  onError: (error: Error) => void
  /** Without a budget there is no limit. */
  budget?: EmailBudget | null
  patienceMs?: number
  /** Only sends jobs. Starts faster, since it supervises and schedules nothing. */
  sendsOnly?: boolean
}): Promise<JobQueue> {
  const isWorker = !options.sendsOnly
  const patienceMs = options.patienceMs ?? STATEMENT_TIMEOUT_MS
  const connection = {
    Client: queryTimeoutClient(patienceMs + GRACE_MS),
    connectionTimeoutMillis: 5_000,
    statement_timeout: patienceMs,
    idle_in_transaction_session_timeout: 60_000,
  }
  const boss = new PgBoss({
    connectionString: options.databaseUrl,
    ...connection,
    max: isWorker ? 4 : 1,
    useListenNotify: isWorker,
    supervise: isWorker,
    schedule: isWorker,
    registerInstance: isWorker,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    maintenanceIntervalSeconds: 3_600,
  })
  boss.on('error', options.onError)
  await boss.start()
  await createQueues(boss)
  const encrypter = createEncrypter(options.secrets)
  return {
    ...jobAdmin(boss, QUEUE_NAMES),
    async send(db, job, after) {
      const { queue } = job
      if ('to' in job && options.budget && !(await options.budget.claim(db, queue, job.to))) return
      const data = QUEUES[queue] === 'ids' ? job.data : encrypter.encrypt(queue, job.data)
      const sendOptions = {
        ...(after && { startAfter: after }),
        ...(queue === 'account-closing' && { deleteAfterSeconds: LAST_EMAIL_KEPT_SECONDS }),
      }
      // Outside a transaction the queue uses its own pool, since the caller may hold a connection of the shop's pool.
      if (!db.isTransaction) return void (await boss.send(queue, data, sendOptions))
      await boss.send(queue, data, { ...sendOptions, db: connectionOf(db) })
    },
    resetEmailBudget: async (db, email) => options.budget?.reset(db, email),
    deleteAbout: (db, { ids, email }) =>
      deleteJobsAbout(db, ids, email === null ? [] : encrypter.hashesOf(email)),
    async work(handlers) {
      for (const queue of QUEUE_NAMES)
        await workOn(boss, queue, withDecryption(encrypter, queue, handlers[queue] as Handler))
      for (const [queue, cron] of Object.entries(SCHEDULES)) await boss.schedule(queue, cron, {})
    },
    stop: () => boss.stop({ graceful: true, timeout: 8_000 }),
  }
}

async function createQueues(boss: PgBoss): Promise<void> {
  const names = new Set((await boss.getQueues()).map(({ name }) => name))
  for (const name of QUEUE_NAMES.filter((queue) => !names.has(queue))) {
    await boss.createQueue(failedQueue(name))
    await boss.createQueue(name, {
      ...RETRIES,
      deadLetter: failedQueue(name),
      notify: !NOT_ANNOUNCED.has(name),
      heartbeatSeconds: HEARTBEAT_SECONDS,
    })
  }
}

function connectionOf(db: Db) {
  // pg-boss names its columns itself, so our plugin must not rename them.
  const plain = (db as Kysely<unknown>).withoutPlugins()
  return {
    executeSql: (text: string, values: unknown[] = []) =>
      plain.executeQuery<Record<string, unknown>>(CompiledQuery.raw(`${PREPARED_MARK}${text}`, values)),
  }
}

const PERSONAL_IDS = ['userId', 'recipientId', 'messageId', 'noticeId', 'subscriptionId']

/** Deletes jobs that name one of these rows, or an address by its hash. Running jobs stay. */
async function deleteJobsAbout(db: Db, ids: readonly string[], hashes: readonly string[]): Promise<void> {
  await sql`delete from pgboss.job where state <> 'active'
    and (exists (select from unnest(${PERSONAL_IDS}::text[]) as name where data ->> name = any(${ids}::text[]))
      or data->'addresses' ?| ${hashes}::text[])`.execute(db)
}

type Handler = (data: unknown, job: CurrentJob) => Promise<void>

function withDecryption(encrypter: Encrypter, queue: Queue, handler: Handler): Handler {
  if (QUEUES[queue] === 'ids') return handler
  return async (data, job) => handler(encrypter.decrypt(queue, data), job)
}

/** Handles jobs without waiting for the next poll, since retries are not announced. */
async function workOn(boss: PgBoss, queue: Queue, handler: Handler): Promise<void> {
  let worker = ''
  const options = { ...POLLING, localConcurrency: CONCURRENCY[queue] ?? 1 }
  worker = await boss.work(queue, options, async (jobs: FetchedJob[]) => {
    boss.notifyWorker(worker)
    await runEach(handler, jobs)
  })
}

type FetchedJob = { id: string; sourceRootId: string | null; data: unknown }

async function runEach(handler: Handler, jobs: FetchedJob[]): Promise<void> {
  for (const job of jobs)
    await handler(job.data, { id: job.sourceRootId ?? job.id }).catch((error: unknown) => {
      throw storableError(error)
    })
}

/** Keeps message and stack without addresses, because a failed job's error is stored in plain text for weeks. */
function storableError(error: unknown): Error {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const stored = new Error(hideEmailAddresses(message))
  if (stack) stored.stack = hideEmailAddresses(stack)
  return stored
}
