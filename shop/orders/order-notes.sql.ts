import { recordChange } from '#shop/audit/audit.sql.ts'
import { countRows } from '#shop/count-rows.read.ts'
import type { Db } from '#shop/ctx.ts'

export type NewNote = { orderId: string; authorId: string; text: string; now: Date }

export async function insertNote(db: Db, { orderId, authorId, text, now }: NewNote): Promise<void> {
  await db.insertInto('orderNotes').values({ orderId, authorId, body: text, createdAt: now }).execute()
}

export async function countNotes(db: Db, orderId: string): Promise<number> {
  return countRows(db.selectFrom('orderNotes').where('orderId', '=', orderId))
}

/** Locks a note of the order until the transaction ends. */
export async function lockNote(db: Db, { orderId, noteId }: { orderId: string; noteId: string }) {
  const row = await db
    .selectFrom('orderNotes')
    .select(['authorId', 'body as text', 'createdAt'])
    .where('id', '=', noteId)
    .where('orderId', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function updateNote(db: Db, noteId: string, text: string, now: Date): Promise<void> {
  await db.updateTable('orderNotes').set({ body: text, editedAt: now }).where('id', '=', noteId).execute()
}

export async function deleteNote(db: Db, noteId: string): Promise<void> {
  await db.deleteFrom('orderNotes').where('id', '=', noteId).execute()
}

/** Nobody reads a longer list. */
const MAX_NOTES = 200

/** Adds a note to a locked order. Refuses too many. */
export async function writeNote(db: Db, note: NewNote): Promise<'too_many_notes' | null> {
  const { orderId, authorId, text, now } = note
  if ((await countNotes(db, orderId)) >= MAX_NOTES) return 'too_many_notes'
  await insertNote(db, note)
  await recordChange(db, {
    ...{ actorId: authorId, action: 'add note', entity: 'order', entityId: orderId, now },
    before: { note: null },
    after: { note: text },
  })
  return null
}
