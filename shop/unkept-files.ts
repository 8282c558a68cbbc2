import type { Ctx } from '#shop/ctx.ts'
import { HOUR_MS } from '#shop/kernel/duration.ts'

/** Removes files without a row after an hour. Call it before writing them, outside the transaction. */
export async function removeUnlessKept(
  { db, jobs, now }: Pick<Ctx, 'db' | 'jobs' | 'now'>,
  files: { id: string; keys: string[] },
): Promise<void> {
  await jobs.send(db, { queue: 'unkept-files', data: files }, new Date(now.getTime() + HOUR_MS))
}
