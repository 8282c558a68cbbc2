import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { mayChangeNote } from '#shop/orders/order-note.ts'
import { deleteNote, lockNote, updateNote } from '#shop/orders/order-notes.sql.ts'
import { lockOrder } from '#shop/orders/orders.sql.ts'
import { writeNote } from '#shop/orders/write-note.flow.ts'
import { inTransaction } from '#shop/transaction.ts'

export async function addNote(ctx: Ctx, { orderId, text }: { orderId: string; text: string }) {
  const { actor, now } = ctx
  if (!may(actor, 'orders.help')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    if (!(await lockOrder(db, orderId))) return err('order_not_found')
    const refusal = await writeNote(db, { orderId, authorId: actor.id, text, now })
    return refusal ? err(refusal) : ok(null)
  })
}

export function editNote(ctx: Ctx, { text, ...which }: { orderId: string; noteId: string; text: string }) {
  return changeNote(ctx, which, text, (db) => updateNote(db, which.noteId, text, ctx.now))
}

export function removeNote(ctx: Ctx, which: { orderId: string; noteId: string }) {
  return changeNote(ctx, which, null, (db) => deleteNote(db, which.noteId))
}

/** `text`: the new note, or null to delete it. */
async function changeNote(
  ctx: Ctx,
  { orderId, noteId }: { orderId: string; noteId: string },
  text: string | null,
  write: (db: Db) => Promise<void>,
) {
  const { actor, now } = ctx
  if (!may(actor, 'orders.help')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const note = await lockNote(db, { orderId, noteId })
    if (!note) return err('note_not_found')
    if (!mayChangeNote(note, { actorId: actor.id, now })) return err('note_settled')
    await write(db)
    const action = text === null ? 'delete note' : 'edit note'
    await recordChange(db, {
      ...{ actorId: actor.id, action, entity: 'order', entityId: orderId, now },
      before: { note: note.text },
      after: { note: text },
    })
    return ok(null)
  })
}
