/** The only place that writes messages to workers, and the phones that show them. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { addDays, dayOf, startOf } from '#shop/kernel/day.ts'
import type { GroupScope } from '#shop/programme/coordination.ts'
import { isInScope, isStillTrue, NEWS } from '#shop/programme/news.read.ts'
import { MAX_PUSH_PHONES, type NewsKind } from '#shop/programme/news.ts'
import type { PushAddress } from '#shop/push-service.ts'

/** A message to write. `occasion`: when the task was rejected. */
export type NewNews = { userId: string } & (
  | { kind: 'new_task' | 'due_tomorrow' | 'withdrawn'; workLogId: string }
  | { kind: 'do_again'; workLogId: string; occasion: Date }
  | { kind: 'paid'; payoutLineId: string }
)

type Written = { id: string; userId: string }

/** Writes messages, without those that were written before. */
export async function insertNews(db: Db, news: readonly NewNews[], now: Date): Promise<Written[]> {
  if (news.length === 0) return []
  return db
    .insertInto('workerNews')
    .values(news.map((one) => ({ ...one, createdAt: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'userId'])
    .execute()
}

/** Writes a message for each unfinished task that is due tomorrow in India, without those that were written before. */
export async function insertDeadlineNews(db: Db, now: Date): Promise<Written[]> {
  const tomorrow = addDays(dayOf(now), 1)
  const { rows } = await sql<Written>`
    insert into worker_news (user_id, kind, work_log_id, created_at)
    select user_id, 'due_tomorrow', id, ${now} from work_logs
    where user_id is not null and state in ('pending', 'in_progress', 'returned')
      and completion_deadline >= ${startOf(tomorrow)} and completion_deadline < ${startOf(addDays(tomorrow, 1))}
    on conflict do nothing returning id, user_id`.execute(db)
  return rows
}

/** The phones that show messages of these workers. */
export async function pushPhonesOf(db: Db, userIds: readonly string[]): Promise<Written[]> {
  if (userIds.length === 0) return []
  return db
    .selectFrom('pushSubscriptions')
    .select(['id', 'userId'])
    .where('userId', 'in', [...new Set(userIds)])
    .execute()
}

type Push = { newsId: string; subscriptionId: string }

/**
 * Claims the sending of a message to a phone; false when it was claimed before, is no longer to be told, or the phone's
 * session has ended.
 */
export async function claimPush(
  db: Db,
  { newsId, subscriptionId, serverKey, now }: Push & { serverKey: string; now: Date },
): Promise<boolean> {
  // A session by PIN opens nothing on a shared phone, or for staff, as in infra/accounts/worker-session.ts.
  const { rows } = await sql`
    insert into worker_news_pushes (news_id, subscription_id, claimed_at)
    select news.id, phone.id, ${now}::timestamptz from ${NEWS}
      join push_subscriptions phone on phone.user_id = news.user_id
      left join worker_sessions by_pin on by_pin.id = phone.worker_session_id
      left join sessions by_email on by_email.id = phone.session_id
    where news.id = ${newsId}::uuid and phone.id = ${subscriptionId}::uuid and phone.server_key = ${serverKey}
      and news.sent_at is null and ${isStillTrue(now)} and coalesce(by_pin.expires_at, by_email.expires_at) > ${now}
      and (by_pin.id is null or not (by_pin.is_shared or person.staff_role is not null))
    on conflict do nothing returning news_id`.execute(db)
  return rows.length > 0
}

/** The push service took the message. */
export async function recordDelivery(
  db: Db,
  { newsId, subscriptionId, now }: Push & { now: Date },
): Promise<void> {
  await db
    .updateTable('workerNewsPushes')
    .set({ deliveredAt: now })
    .where('newsId', '=', newsId)
    .where('subscriptionId', '=', subscriptionId)
    .execute()
  await db
    .updateTable('workerNews')
    .set({ toldAt: now })
    .where('id', '=', newsId)
    .where('toldAt', 'is', null)
    .execute()
}

/** The push service took nothing, so that the message may be sent again. */
export async function releasePush(db: Db, { newsId, subscriptionId }: Push): Promise<void> {
  await db
    .deleteFrom('workerNewsPushes')
    .where('newsId', '=', newsId)
    .where('subscriptionId', '=', subscriptionId)
    .where('deliveredAt', 'is', null)
    .execute()
}

export async function deletePushPhone(db: Db, subscriptionId: string): Promise<void> {
  await db.deleteFrom('pushSubscriptions').where('id', '=', subscriptionId).execute()
}

/** The session of a browser: by PIN with its id, or by email. */
export type SessionKey = { workerSessionId: string } | { sessionId: string }

/**
 * Adds a phone in place of what its session or its address had before; a worker's oldest make room. The caller holds her
 * row.
 */
export async function savePushPhone(
  db: Db,
  {
    userId,
    session,
    address,
    serverKey,
    now,
  }: { userId: string; session: SessionKey; address: PushAddress; serverKey: string; now: Date },
): Promise<void> {
  await deletePushPhoneOf(db, session)
  await db.deleteFrom('pushSubscriptions').where('endpoint', '=', address.endpoint).execute()
  await db
    .insertInto('pushSubscriptions')
    .values({ userId, ...session, ...address, serverKey, createdAt: now })
    .execute()
  const kept = db
    .selectFrom('pushSubscriptions')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(MAX_PUSH_PHONES)
  await db.deleteFrom('pushSubscriptions').where('userId', '=', userId).where('id', 'not in', kept).execute()
}

/** Deletes the phone of a session. */
export async function deletePushPhoneOf(db: Db, session: SessionKey): Promise<void> {
  const phones = db.deleteFrom('pushSubscriptions')
  if ('sessionId' in session) await phones.where('sessionId', '=', session.sessionId).execute()
  else await phones.where('workerSessionId', '=', session.workerSessionId).execute()
}

/** Sets the kinds that a worker does not want; false when she is not enrolled. */
export async function setNewsOff(db: Db, userId: string, kinds: readonly NewsKind[]): Promise<boolean> {
  const changed = await db
    .updateTable('workers')
    .set({ newsOff: [...kinds] })
    .where('userId', '=', userId)
    .returning('userId')
    .executeTakeFirst()
  return changed !== undefined
}

/** True when one of these messages is a worker's of this scope. */
export async function seesNews(
  db: Db,
  { userId, newsIds, scope }: { userId: string; newsIds: readonly string[]; scope: GroupScope },
): Promise<boolean> {
  const { rows } = await sql`
    select from ${NEWS} where news.user_id = ${userId}::uuid and news.id = any(${[...newsIds]}::uuid[])
      and ${isInScope(scope)} limit 1`.execute(db)
  return rows.length > 0
}

/** Marks a worker's messages as sent, without those that were marked before. Returns their kinds. */
export async function markSent(
  db: Db,
  {
    userId,
    newsIds,
    sentId,
    actorId,
    now,
  }: { userId: string; newsIds: readonly string[]; sentId: string; actorId: string; now: Date },
): Promise<string[]> {
  const marked = await db
    .updateTable('workerNews')
    .set({ sentAt: now, sentBy: actorId, sentId })
    .where('userId', '=', userId)
    .where('id', 'in', [...newsIds])
    .where('sentAt', 'is', null)
    .returning('kind')
    .execute()
  return marked.map(({ kind }) => kind)
}

/** Takes back what was marked as sent in one text. Returns whose it was and the kinds; none outside of the scope. */
export async function unmarkSent(
  db: Db,
  sentId: string,
  scope: GroupScope,
): Promise<{ userId: string; kind: string }[]> {
  const { rows } = await sql<{ userId: string; kind: string }>`
    update worker_news set sent_at = null, sent_by = null, sent_id = null
    from workers worker
    where worker.user_id = worker_news.user_id and sent_id = ${sentId}::uuid and ${isInScope(scope)}
    returning worker_news.user_id, worker_news.kind`.execute(db)
  return rows
}

/** Deletes the messages and phones of a worker whose account is closed. */
export async function deleteNewsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('pushSubscriptions').where('userId', '=', userId).execute()
  await db.deleteFrom('workerNews').where('userId', '=', userId).execute()
}
