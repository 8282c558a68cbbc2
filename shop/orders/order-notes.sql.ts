import { recordAction } from '#shop/audit/audit.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { countRows } from '#shop/lists.read.ts'

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

type NewNote = { orderId: string; authorId: string; text: string }

export async function writeNote(ctx: Ctx, db: Db, { orderId, authorId, text }: NewNote) {
  const count = await countRows(db.selectFrom('orderNotes').where('orderId', '=', orderId))
  if (count >= MAX_NOTES) return 'too_many_notes'
  await db.insertInto('orderNotes').values({ orderId, authorId, body: text, createdAt: ctx.now }).execute()
  await recordAction(db, ctx, 'add note', 'order', orderId, { note: null }, { note: text })
  return null
}
