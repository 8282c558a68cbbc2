import type { Ctx } from '#shop/ctx.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { claimTasksToRemind } from '#shop/programme/tasks.sql.ts'
import { transact } from '#shop/transaction.ts'

const AHEAD_MS = DAY_MS

/**
 * Queues an email to the worker of every unfinished task that is due within a day; once per task, even with concurrent
 * calls. Returns the number of tasks.
 */
export async function remindOfDeadlines(ctx: Omit<Ctx, 'actor'>): Promise<number> {
  const { now, jobs } = ctx
  return transact(ctx, async (db) => {
    const ids = await claimTasksToRemind(db, now, new Date(now.getTime() + AHEAD_MS))
    for (const workLogId of ids)
      await jobs.send(db, { queue: 'programme-mail', data: { kind: 'deadline-reminder', id: workLogId } })
    return ids.length
  })
}
