import type { Ctx } from '#shop/ctx.ts'
import { HOUR_MS } from '#shop/kernel/duration.ts'

/**
 * Removes files without a row after an hour, also when this process dies. Call it before writing them, never
 * inside the row's transaction.
 */
export async function removeUnlessKept(
  { db, jobs, now }: Pick<Ctx, 'db' | 'jobs' | 'now'>,
  files: { id: string; keys: string[] },
): Promise<void> {
  await jobs.send(db, { queue: 'unkept-files', data: files }, new Date(now.getTime() + HOUR_MS))
}
