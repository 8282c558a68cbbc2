import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Db } from '#shop/ctx.ts'
import { countNotes, insertNote, type NewNote } from '#shop/orders/order-notes.sql.ts'

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
