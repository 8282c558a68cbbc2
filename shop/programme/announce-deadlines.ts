import type { Ctx } from '#shop/ctx.ts'
import { insertDeadlineNews } from '#shop/programme/news.sql.ts'
import { queuePushes } from '#shop/programme/write-news.flow.ts'
import { transact } from '#shop/transaction.ts'

/**
 * Writes a message to the worker of every unfinished task that is due tomorrow in India; once per task, even with
 * concurrent calls. Returns the number of messages.
 */
export async function announceDeadlines(ctx: Pick<Ctx, 'db' | 'jobs' | 'now'>): Promise<number> {
  return transact(ctx, async (db) => {
    const written = await insertDeadlineNews(db, ctx.now)
    await queuePushes(ctx, db, written)
    return written.length
  })
}
