import { expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { retryFailedJob } from '#shop/jobs/retry-failed-job.ts'
import { err } from '#shop/kernel/result.ts'
import { testDatabase } from '#tests/database.ts'
import { givenUpJob } from '#tests/given-up-job.ts'

const { db, jobs, ctx } = await testDatabase()
const admin = await makeUser(db, { staffRole: 'owner' })

const givenUp = () => givenUpJob({ db, jobs })
const failedCount = async () =>
  (await jobs.states()).find(({ name }) => name === 'order-confirmation')?.failed ?? -1

it('shows a given-up job with what it was about and what it said, but no mail text', async () => {
  await givenUp()
  const [job] = await jobs.failed()
  expect(job).toMatchObject({ queue: 'order-confirmation', problem: 'no mail server' })
  expect(Object.keys(job?.about ?? {})).toEqual(['orderId'])
})

it('requeues it once, and records by whom', async () => {
  const job = await givenUp()
  const failures = await failedCount()
  const pressed = await Promise.all([1, 2, 3].map(() => retryFailedJob(ctx(admin), job)))
  expect(pressed.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await failedCount()).toBe(failures - 1)
  const noted = await listChanges(db, { entity: 'job', entityId: job.id, limit: 5 })
  expect(noted).toMatchObject([{ action: 'retry', after: { queue: 'order-confirmation' } }])
})

it('is for queues of the shop', async () => {
  const job = await givenUp()
  const other = { queue: 'nonsense', id: job.id }
  expect(await retryFailedJob(ctx(admin), other)).toMatchObject(err('job_not_found'))
})
