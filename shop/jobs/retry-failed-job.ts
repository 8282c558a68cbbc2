import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx, FailedJob } from '#shop/ctx.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'

/** Requeues a failed job, which every handler tolerates. Refuses a concurrent second call. */
export async function retryFailedJob(ctx: Ctx, job: Pick<FailedJob, 'queue' | 'id'>) {
  if (!may(ctx.actor, 'jobs')) return err('not_allowed')
  if (!(await ctx.jobs.retry(job))) return err('job_not_found')
  const entry = { actorId: ctx.actor.id, action: 'retry', entity: 'job', entityId: job.id } as const
  await recordChange(ctx.db, {
    ...entry,
    before: null,
    after: { queue: job.queue },
    now: ctx.now,
    client: ctx.client,
  })
  return ok(null)
}
