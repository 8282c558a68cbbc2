import { expect, it } from 'vitest'
import { type Handlers, startJobs } from '#infra/jobs/jobs.ts'
import { testDatabase } from '#tests/database.ts'

const { db, pool, url, jobs } = await testDatabase()
const PATIENCE = { timeout: 15_000 }

it('gives a job the same id at every try, also when it was given up and an admin has it done again', async () => {
  const seen: string[] = []
  const onMail: Handlers['mail'] = async (_, { id }) => {
    seen.push(id)
    if (seen.length === 1) throw new Error('no mail server')
  }
  const handlers = new Proxy({ mail: onMail } as Handlers, {
    get: (some, queue) => some[queue as 'mail'] ?? (async () => {}),
  })
  const mail = { to: 'asha@example.test', subject: 'One', text: '', html: '' }
  await jobs.send(db, { queue: 'mail', data: mail })
  await pool.query(`update pgboss.job set retry_limit = 0 where name = 'mail'`)
  await jobs.work(handlers)
  await expect.poll(() => jobs.failed(), PATIENCE).toHaveLength(1)
  const [failed] = await jobs.failed()
  expect(failed && (await jobs.retry(failed))).toBe(true)
  await expect.poll(() => seen.length, PATIENCE).toBe(2)
  expect(seen[1]).toBe(seen[0])
})

it('gives queues of an older version the heartbeat by which a killed process is noticed', async () => {
  await pool.query(`update pgboss.queue set heartbeat_seconds = null where name = 'mail'`)
  const again = await startJobs({ databaseUrl: url, onError: () => {} })
  const { rows } = await pool.query(`select heartbeat_seconds from pgboss.queue where name = 'mail'`)
  expect(rows).toEqual([{ heartbeat_seconds: 30 }])
  await again.stop()
})
