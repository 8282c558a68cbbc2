import type { Ctx } from '#shop/ctx.ts'
import { HOUR_MS } from '#shop/kernel/duration.ts'

/**
 * Called before files are written whose row, with this id, is inserted later: files that have no row after an hour are removed,
 * also when this process dies in between. Never inside the row's transaction.
 */
export async function removeUnlessKept(
  { db, jobs, now }: Pick<Ctx, 'db' | 'jobs' | 'now'>,
  files: { id: string; keys: string[] },
): Promise<void> {
  await jobs.send(db, { queue: 'unkept-files', data: files }, new Date(now.getTime() + HOUR_MS))
}
