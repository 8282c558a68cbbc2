import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createEncrypter } from '#infra/jobs/encrypted-data.ts'
import { type Handlers, startJobs } from '#infra/jobs/jobs.ts'
import { SECRET, testDatabase } from '#tests/database.ts'

const { db, pool, url, jobs } = await testDatabase({ worksJobs: true })
const PATIENCE = { timeout: 15_000 }
const MAIL = { to: 'asha@example.test', subject: 'One', text: '', html: '' }
const TO = { email: MAIL.to, askedBy: 'owner' } as const
/** The ids of the sent emails, in order. */
const sentIds: string[] = []
let isMailServerDown = false
const REFUSED = 'nobody.here@example.test'
let isRefusing = false
const onMail: Handlers['mail'] = async (_, { id }) => {
  sentIds.push(id)
  if (isMailServerDown) throw new Error('no mail server')
  if (isRefusing)
    throw Object.assign(new Error(`550 5.1.1 <${REFUSED}>: User unknown`), {
      rejected: [REFUSED],
      rejectedErrors: [{ recipient: REFUSED }],
    })
}
await jobs.work(
  new Proxy({ mail: onMail } as Handlers, {
    get: (some, queue) => some[queue as 'mail'] ?? (async () => {}),
  }),
)

/** Sends a new job, since NOTIFY announces only new jobs: others wait for the next poll. */
const wakeWorker = () => jobs.send(db, { queue: 'mail', data: MAIL, to: TO })

it('gives a job the same id at every attempt, even when an admin retries it after it failed', async () => {
  const countBefore = sentIds.length
  const earlier = new Set((await jobs.listFailed()).map(({ id }) => id))
  const failedNow = async () => (await jobs.listFailed()).filter(({ id }) => !earlier.has(id))
  isMailServerDown = true
  await db.transaction().execute(async (trx) => {
    await jobs.send(trx, { queue: 'mail', data: MAIL, to: TO })
    await sql`update pgboss.job set retry_limit = 0 where name = 'mail'`.execute(trx)
  })
  await expect.poll(failedNow, PATIENCE).toHaveLength(1)
  isMailServerDown = false
  const [failed] = await failedNow()
  expect(failed && (await jobs.retry(failed))).toBe(true)
  await wakeWorker()
  await expect.poll(() => sentIds.length, PATIENCE).toBe(countBefore + 3)
  expect(sentIds.filter((id) => id === sentIds[countBefore])).toHaveLength(2)
})

it('handles due retries without pauses, such as sixty emails after the mail server was down', async () => {
  const countBefore = sentIds.length
  const tomorrow = new Date(Date.now() + 24 * 3_600_000)
  for (let count = 0; count < 60; count += 1)
    await jobs.send(db, { queue: 'mail', data: MAIL, to: TO }, tomorrow)
  // Handling one job per poll, every five seconds, would take five minutes.
  await pool.query(`update pgboss.job set state = 'retry', start_after = now() where start_after > now()`)
  await wakeWorker()
  await expect.poll(() => sentIds.length, { timeout: 50_000 }).toBe(countBefore + 61)
})

it('stores an email’s error without the recipient’s address', async () => {
  const errors = async () => {
    const { rows } = await pool.query(
      `select output::text as text from pgboss.job where state = 'retry' and output::text like '%User unknown%'`,
    )
    return rows.map(({ text }) => text as string)
  }
  isRefusing = true
  await jobs.send(db, { queue: 'mail', data: { ...MAIL, to: REFUSED }, to: { ...TO, email: REFUSED } })
  await expect.poll(async () => (await errors()).length, PATIENCE).toBe(1)
  isRefusing = false
  const [error = ''] = await errors()
  expect(error).toContain('550 5.1.1 <(address)>: User unknown')
  expect(error).not.toContain(REFUSED)
  await pool.query(`delete from pgboss.job where state = 'retry'`)
})

it('stores emails only encrypted, and deletes them by their address', async () => {
  const secret = 'token-that-opens-an-account'
  const data = { ...MAIL, to: 'Forget.Me@example.test', text: secret }
  const countBefore = sentIds.length
  await db
    .transaction()
    .execute((trx) => jobs.send(trx, { queue: 'mail', data, to: TO }, new Date(Date.now() + 3_600_000)))
  const confirmation = { subscriptionId: 'sub', confirmToken: secret }
  await jobs.send(db, { queue: 'newsletter-confirmation', data: confirmation, to: TO })
  await jobs.send(db, { queue: 'account-closing', data: { email: data.to, token: secret } })
  const readable = async () => {
    const { rows } = await pool.query(
      'select name, state, to_jsonb(job)::text as text from pgboss.job as job',
    )
    return rows.filter(({ text }) => text.includes(secret) || text.toLowerCase().includes('forget.me'))
  }
  expect(await readable()).toEqual([])
  await pool.query(`update pgboss.job set start_after = now() where start_after > now()`)
  await wakeWorker()
  await expect.poll(() => sentIds.length, PATIENCE).toBe(countBefore + 2)
  expect(await readable()).toEqual([])
  const count = async () =>
    (
      await pool.query(`select from pgboss.job where data->'addresses' ? $1`, [
        createEncrypter([SECRET]).hashesOf(data.to)[0],
      ])
    ).rowCount
  await expect
    .poll(
      async () =>
        (await pool.query(`select from pgboss.job where state <= 'active' and name not like '%-failed'`))
          .rowCount,
      PATIENCE,
    )
    .toBe(0)
  expect(await count()).toBe(2)
  await jobs.deleteAbout(db, { ids: [], email: 'forget.me@example.test' })
  expect(await count()).toBe(0)
})

it('deletes completed jobs about closing an account after a minute', async () => {
  await jobs.send(db, { queue: 'account-closing', data: { email: 'gone@example.test', token: null } })
  const { rows } = await pool.query(
    `select distinct deletion_seconds from pgboss.job where name = 'account-closing'`,
  )
  expect(rows).toEqual([{ deletion_seconds: 60 }])
})

it('gives up on a database that does not answer', async () => {
  const impatient = await startJobs({
    databaseUrl: url,
    secrets: [SECRET],
    onError: () => {},
    // Long enough for the queue to start on a busy machine.
    patienceMs: 1_500,
  })
  const client = await pool.connect()
  await client.query('begin')
  await client.query('lock table pgboss.job in access exclusive mode')
  await expect(impatient.states()).rejects.toThrow(/timeout/)
  await client.query('rollback')
  client.release()
  expect(await impatient.states()).toContainEqual(expect.objectContaining({ name: 'mail' }))
  await impatient.stop()
})
