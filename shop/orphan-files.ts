import type { Ctx } from '#shop/ctx.ts'
import { HOUR_MS } from '#shop/kernel/duration.ts'

/**
 * Queues a job that removes these files if they have no row in an hour. Call it before writing, outside a transaction.
 */
export async function scheduleOrphanRemoval(
  { db, jobs, now }: Pick<Ctx, 'db' | 'jobs' | 'now'>,
  files: { id: string; keys: string[] },
): Promise<void> {
  await jobs.send(db, { queue: 'unkept-files', data: files }, new Date(now.getTime() + HOUR_MS))
}
