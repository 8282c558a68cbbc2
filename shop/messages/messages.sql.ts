/** The only place that writes contact messages. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import type { ContactMessageInput } from '#shop/messages/input.ts'

/** Makes everybody who sends from this address at this moment wait for each other, until the transaction ends. */
export async function lockSender(db: Db, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`contact ${email}`}, 0))`.execute(db)
}

/** The ticket of the very same message, if it came since then. */
export async function findTwin(db: Db, input: ContactMessageInput, since: Date): Promise<string | null> {
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

export async function insertMessage(
  db: Db,
  input: ContactMessageInput,
  now: Date,
): Promise<{ id: string; ticket: string }> {
  return db
    .insertInto('contactMessages')
    .values({ ...input, createdAt: now })
    .returning(['id', 'ticket'])
    .executeTakeFirstOrThrow()
}

/** Notes when the sender was told the ticket number; the first time counts. */
export async function markAcknowledged(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('contactMessages')
    .set({ acknowledgedAt: now })
    .where('id', '=', id)
    .where('acknowledgedAt', 'is', null)
    .execute()
}
