import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { failedQueue } from '#infra/jobs/job-admin.ts'
import type { FailedJob, Jobs } from '#shop/ctx.ts'

/** A given-up job without an order, inserted as the queue itself does. No worker takes it before. */
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
  if (!job) throw new Error('not given up')
  return job
}
