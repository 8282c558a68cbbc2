import type { Ctx, Db } from '#shop/ctx.ts'
import { insertNews, type NewNews, pushPhonesOf } from '#shop/programme/news.sql.ts'

/**
 * Writes messages to workers, each once, in the transaction of what they tell of. Coordinators find them in their list;
 * the phones that show messages get them by jobs.
 */
export async function writeNews(
  ctx: Pick<Ctx, 'jobs' | 'now'>,
  db: Db,
  news: readonly NewNews[],
): Promise<void> {
  await queuePushes(ctx, db, await insertNews(db, news, ctx.now))
}

/** Queues these messages for the phones of their workers. */
export async function queuePushes(
  { jobs }: Pick<Ctx, 'jobs'>,
  db: Db,
  written: readonly { id: string; userId: string }[],
): Promise<void> {
  const phones = await pushPhonesOf(
    db,
    written.map(({ userId }) => userId),
  )
  for (const { id: newsId, userId } of written)
    for (const phone of phones.filter((one) => one.userId === userId))
      await jobs.send(db, { queue: 'worker-push', data: { newsId, subscriptionId: phone.id } })
}
