import type { Ctx } from '#shop/ctx.ts'
import { claimTasksToRemind } from '#shop/programme/tasks.sql.ts'

const AHEAD_MS = 24 * 3600 * 1000

/**
 * Queues a mail to every worker whose task is to be done within a day and is not; once for each task, however often
 * and in however many processes this runs. Gives how many.
 */
export async function remindOfDeadlines(ctx: Omit<Ctx, 'actor'>): Promise<number> {
  const { now, jobs } = ctx
  return ctx.db.transaction().execute(async (db) => {
    const ids = await claimTasksToRemind(db, now, new Date(now.getTime() + AHEAD_MS))
    for (const workLogId of ids)
      await jobs.send(db, { queue: 'programme-mail', data: { kind: 'deadline-reminder', id: workLogId } })
    return ids.length
  })
}
