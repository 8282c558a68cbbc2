/** The only place that writes messages to workers. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { addDays, dayOf, startOf } from '#shop/kernel/day.ts'
import type { GroupScope } from '#shop/programme/coordination.ts'
import { inScope, NEWS } from '#shop/programme/news.read.ts'
import type { NewsKind } from '#shop/programme/news.ts'

/** `occasion`: the time of the rejection that the message is about. */
export type NewNews = { userId: string } & (
  | { kind: 'new_task' | 'due_tomorrow' | 'withdrawn'; workLogId: string }
  | { kind: 'do_again'; workLogId: string; occasion: Date }
  | { kind: 'paid'; payoutLineId: string }
)

/** Inserts messages in the transaction of the event. Duplicates are ignored. */
export async function insertNews(db: Db, news: readonly NewNews[], now: Date): Promise<void> {
  if (news.length === 0) return
  await db
    .insertInto('workerNews')
    .values(news.map((message) => ({ ...message, createdAt: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Inserts a message for each unfinished task due tomorrow in India. Returns their number. */
export async function insertDeadlineNews(db: Db, now: Date): Promise<number> {
  const tomorrow = addDays(dayOf(now), 1)
  const { rows } = await sql`
    insert into worker_news (user_id, kind, work_log_id, created_at)
    select user_id, 'due_tomorrow', id, ${now} from work_logs
    where user_id is not null and state in ('pending', 'in_progress', 'returned')
      and completion_deadline >= ${startOf(tomorrow)} and completion_deadline < ${startOf(addDays(tomorrow, 1))}
    on conflict do nothing returning id`.execute(db)
  return rows.length
}

/** Returns false if the worker is not enrolled. */
export async function setNewsOff(db: Db, userId: string, kinds: readonly NewsKind[]): Promise<boolean> {
  const changed = await db
    .updateTable('workers')
    .set({ newsOff: [...kinds] })
    .where('userId', '=', userId)
    .returning('userId')
    .executeTakeFirst()
  return changed !== undefined
}

/** True if one of these messages belongs to the worker, and the worker belongs to the scope. */
export async function newsExists(
  db: Db,
  { userId, newsIds, scope }: { userId: string; newsIds: readonly string[]; scope: GroupScope },
): Promise<boolean> {
  const { rows } = await sql`
    select from ${NEWS} where news.user_id = ${userId}::uuid and news.id = any(${[...newsIds]}::uuid[])
      and ${inScope(scope)} limit 1`.execute(db)
  return rows.length > 0
}

/** Marks unsent messages as sent. Returns their kinds. */
export async function markSent(
  db: Db,
  text: { userId: string; newsIds: readonly string[]; sentId: string; actorId: string; now: Date },
) {
  const { userId, newsIds, sentId, actorId, now } = text
  const rows = await db
    .updateTable('workerNews')
    .set({ sentAt: now, sentBy: actorId, sentId })
    .where('userId', '=', userId)
    .where('id', 'in', [...newsIds])
    .where('sentAt', 'is', null)
    .returning('kind')
    .execute()
  return rows.map(({ kind }) => kind)
}

/** Undoes `markSent` for one text within the scope. Returns worker and kind of each message. */
export async function unmarkSent(db: Db, sentId: string, scope: GroupScope) {
  const { rows } = await sql<{ userId: string; kind: string }>`
    update worker_news set sent_at = null, sent_by = null, sent_id = null
    from workers worker
    where worker.user_id = worker_news.user_id and sent_id = ${sentId}::uuid and ${inScope(scope)}
    returning worker_news.user_id, worker_news.kind`.execute(db)
  return rows
}

export async function deleteNewsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('workerNews').where('userId', '=', userId).execute()
}
