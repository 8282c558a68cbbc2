import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { countRows, olderThan } from '#shop/lists.read.ts'
import type { ContactMessage, MessageFilters, MessageReply } from '#shop/messages/message.ts'
import type { Subscription } from '#shop/messages/subscription.ts'
import { hasText, hasWords } from '#shop/name-words.sql.ts'

export async function findContactMessage(db: Db, id: string): Promise<ContactMessage | null> {
  if (!isUuid(id)) return null
  const row = await db.selectFrom('contactMessages').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** Filters of messages, by default none. `now`: the time to compare deadlines with. */
type MessageFilter = Partial<MessageFilters> & { now: Date }

/** Returns the condition for messages not answered within two days, or not closed within a month (sla.ts). */
export function pastDeadline(now: Date): RawBuilder<boolean> {
  return sql<boolean>`((status = 'open' and created_at < ${now}::timestamptz - interval '48 hours')
    or (status = 'answered' and created_at < ${now}::timestamptz - interval '1 month'))`
}

/** Lists open messages oldest first, others newest first. The caller has checked that the actor is an admin. */
export async function listMessages(
  db: Db,
  { page, perPage, ...filter }: MessageFilter & { page: number; perPage: number },
): Promise<{ messages: ContactMessage[]; total: number }> {
  const query = filterMessages(db, filter)
  const [messages, total] = await Promise.all([
    query
      .selectAll()
      .orderBy('createdAt', filter.status === 'open' ? 'asc' : 'desc')
      .orderBy('id')
      .limit(perPage)
      .offset((page - 1) * perPage)
      .execute(),
    countRows(query),
  ])
  return { messages, total }
}

function filterMessages(db: Db, { status, text, isLate, now }: MessageFilter) {
  let query = db.selectFrom('contactMessages')
  if (status && status !== 'all') query = query.where('status', '=', status)
  if (isLate) query = query.where(pastDeadline(now))
  if (text) {
    query = query.where((eb) =>
      eb.or([hasText(['ticket', 'email', 'message'], text), hasWords(sql`name`, text)]),
    )
  }
  return query
}

/** Lists messages newest first, starting after the message `after`, for the CSV file. */
export async function messagesAfter(db: Db, filter: MessageFilter, after: string | null, limit: number) {
  let query = filterMessages(db, filter)
  if (after) query = query.where(olderThan('contact_messages', after))
  return query.selectAll().orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export async function listReplies(db: Db, messageId: string): Promise<MessageReply[]> {
  return db
    .selectFrom('contactReplies')
    .leftJoin('users', 'users.id', 'contactReplies.actorId')
    .select([
      'contactReplies.id',
      'body',
      'users.fullName as actorName',
      'contactReplies.createdAt',
      'sentAt',
    ])
    .where('messageId', '=', messageId)
    .orderBy('contactReplies.createdAt')
    .execute()
}

/** Returns a reply with its message, or null if either was deleted. */
export async function findReply(db: Db, id: string) {
  if (!isUuid(id)) return null
  const reply = await db
    .selectFrom('contactReplies')
    .select(['body', 'sentAt', 'messageId'])
    .where('id', '=', id)
    .executeTakeFirst()
  const message = reply && (await findContactMessage(db, reply.messageId))
  return reply && message ? { body: reply.body, sentAt: reply.sentAt, message } : null
}

export async function findSubscription(db: Db, id: string): Promise<Subscription | null> {
  if (!isUuid(id)) return null
  const row = await db
    .selectFrom('newsletterSubscriptions')
    .select(['id', 'email', 'status', 'unsubscribeToken'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}
