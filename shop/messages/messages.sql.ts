/** The only place that writes contact messages. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import type { ContactMessageInput } from '#shop/messages/input.ts'
import type { MessageStatus } from '#shop/messages/message.ts'

/** Serializes messages of one address until the transaction ends. */
export async function lockSender(db: Db, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`contact ${email}`}, 0))`.execute(db)
}

/** Returns the ticket of an identical message sent after `since`, or null. */
export async function findDuplicate(db: Db, input: ContactMessageInput, since: Date): Promise<string | null> {
  const row = await db
    .selectFrom('contactMessages')
    .select('ticket')
    .where('email', '=', input.email)
    .where('createdAt', '>=', since)
    .where('side', '=', input.side)
    .where('subject', '=', input.subject)
    .where('name', '=', input.name)
    .where('message', '=', input.message)
    .executeTakeFirst()
  return row?.ticket ?? null
}

export async function insertMessage(db: Db, input: ContactMessageInput, now: Date) {
  return db
    .insertInto('contactMessages')
    .values({ ...input, createdAt: now })
    .returning(['id', 'ticket'])
    .executeTakeFirstOrThrow()
}

/** Records when the acknowledgement was emailed. Later calls change nothing. */
export async function markAcknowledged(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('contactMessages')
    .set({ acknowledgedAt: now })
    .where('id', '=', id)
    .where('acknowledgedAt', 'is', null)
    .execute()
}

/** Locks and returns a message, or null if it does not exist. */
export async function lockMessage(db: Db, id: string) {
  if (!isUuid(id)) return null
  const row = await db
    .selectFrom('contactMessages')
    .select(['status', 'note'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function changeMessage(
  db: Db,
  id: string,
  change: { status?: MessageStatus; closedAt?: Date | null; note?: string },
): Promise<void> {
  await db.updateTable('contactMessages').set(change).where('id', '=', id).execute()
}

export type NewReply = { messageId: string; body: string; actorId: string | null; createdAt: Date }

/** True if the message got the same reply after `since`. */
export async function hasDuplicateReply(db: Db, reply: Pick<NewReply, 'messageId' | 'body'>, since: Date) {
  const duplicate = await db
    .selectFrom('contactReplies')
    .select('id')
    .where('messageId', '=', reply.messageId)
    .where('body', '=', reply.body)
    .where('createdAt', '>=', since)
    .executeTakeFirst()
  return duplicate !== undefined
}

export async function insertReply(db: Db, reply: NewReply): Promise<string> {
  const row = await db.insertInto('contactReplies').values(reply).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/** Records when the reply was emailed. Later calls change nothing. */
export async function markReplySent(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('contactReplies')
    .set({ sentAt: now })
    .where('id', '=', id)
    .where('sentAt', 'is', null)
    .execute()
}

export async function deleteDemoMailsTo(db: Db, email: string): Promise<void> {
  await db.deleteFrom('demoMails').where('recipient', '=', email).execute()
}

/** Erases the messages of an address and returns their ids. Ticket, subject and times stay for statistics. */
export async function eraseMessagesOf(db: Db, email: string, name: string): Promise<string[]> {
  const erased = await db
    .updateTable('contactMessages')
    .set({ name, email: 'removed@deleted.invalid', message: '(removed)', note: '' })
    .where('email', '=', email)
    .returning('id')
    .execute()
  if (erased.length === 0) return []
  const ids = erased.map(({ id }) => id)
  await db.updateTable('contactReplies').set({ body: '(removed)' }).where('messageId', 'in', ids).execute()
  return ids
}
