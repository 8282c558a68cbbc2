import type { Db } from '#shop/ctx.ts'

export type NewNote = { orderId: string; authorId: string; text: string; now: Date }

export async function insertNote(db: Db, { orderId, authorId, text, now }: NewNote): Promise<void> {
  await db.insertInto('orderNotes').values({ orderId, authorId, body: text, createdAt: now }).execute()
}

export async function countNotes(db: Db, orderId: string): Promise<number> {
  const { count } = await db
    .selectFrom('orderNotes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
  return Number(count)
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
