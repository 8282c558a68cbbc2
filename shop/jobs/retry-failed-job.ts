import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx, FailedJob } from '#shop/ctx.ts'
import { isAdmin } from '#shop/kernel/actor.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'

export type RetryJobRefusal = { ok: false; reason: 'not_admin' } | { ok: false; reason: 'job_not_found' }

/**
 * Requeues a failed job. Of two concurrent calls the second gets 'job_not_found'. Repeating a job is safe, because
 * every handler tolerates it.
 */
export async function retryFailedJob(
  ctx: Ctx,
  job: Pick<FailedJob, 'queue' | 'id'>,
): Promise<Result<null, RetryJobRefusal>> {
  if (!isAdmin(ctx.actor)) return err('not_admin')
  if (!(await ctx.jobs.retry(job))) return err('job_not_found')
  const note = { actorId: ctx.actor.id, action: 'retry', entity: 'job', entityId: job.id } as const
  await recordChange(ctx.db, { ...note, before: null, after: { queue: job.queue }, now: ctx.now })
  return ok(null)
}
