import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { failedQueue } from '#infra/jobs/job-admin.ts'
import type { FailedJob, Jobs } from '#shop/ctx.ts'

/**
 * Inserts a failed job about an unknown order, as the queue does after the last retry. Uses one transaction, so
 * that the queue cannot run the job before it is marked as failed.
 */
export async function insertFailedJob({ db, jobs }: { db: Kysely<DB>; jobs: Jobs }): Promise<FailedJob> {
  const orderId = crypto.randomUUID()
  await db.transaction().execute(async (trx) => {
    await jobs.send(trx, { queue: 'order-confirmation', data: { orderId } })
    await sql`
      update pgboss.job
      set name = ${failedQueue('order-confirmation')}, source_name = 'order-confirmation',
        output = '{"message": "no mail server"}'
      where name = 'order-confirmation' and data->>'orderId' = ${orderId}`.execute(trx)
  })
  const job = (await jobs.listFailed()).find(({ about }) => about.orderId === orderId)
  if (!job) throw new Error('the job is not listed as failed')
  return job
}
