import type { Ctx } from '#shop/ctx.ts'
import { insertDeadlineNews } from '#shop/programme/news.sql.ts'

/**
 * Writes a message to the worker of every unfinished task that is due tomorrow in India; once per task, even with
 * concurrent calls. Returns the number of messages.
 */
export async function announceDeadlines({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  return insertDeadlineNews(db, now)
}
