import { expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { retryFailedJob } from '#shop/jobs/retry-failed-job.ts'
import { err } from '#shop/kernel/result.ts'
import { testDatabase } from '#tests/database.ts'
import { insertFailedJob } from '#tests/given-up-job.ts'

const { db, jobs, ctx } = await testDatabase()
const admin = await makeUser(db, { staffRole: 'owner' })

const failJob = () => insertFailedJob({ db, jobs })
const failedCount = async () =>
  (await jobs.states()).find(({ name }) => name === 'order-confirmation')?.failed ?? -1

it('lists a failed job with its ids and its error, but without the email’s text', async () => {
  await failJob()
  const [job] = await jobs.listFailed()
  expect(job).toMatchObject({ queue: 'order-confirmation', problem: 'no mail server' })
  expect(Object.keys(job?.about ?? {})).toEqual(['orderId'])
})

it('requeues a failed job once, and records who did it', async () => {
  const job = await failJob()
  const failures = await failedCount()
  const retries = await Promise.all([1, 2, 3].map(() => retryFailedJob(ctx(admin), job)))
  expect(retries.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await failedCount()).toBe(failures - 1)
  const entries = await listChanges(db, { entity: 'job', entityId: job.id, limit: 5 })
  expect(entries).toMatchObject([{ action: 'retry', after: { queue: 'order-confirmation' } }])
})

it('refuses a job of an unknown queue', async () => {
  const job = await failJob()
  const other = { queue: 'nonsense', id: job.id }
  expect(await retryFailedJob(ctx(admin), other)).toMatchObject(err('job_not_found'))
})
