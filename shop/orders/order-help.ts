import { randomUUID } from 'node:crypto'
import { recordAction } from '#shop/audit/audit.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { isMailable } from '#shop/customers/no-mail.ts'
import { HOUR_MS } from '#shop/kernel/duration.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { findMail } from '#shop/orders/admin-order.read.ts'
import { MAILS_AGAIN_PER_HOUR, mailApplies, mailName } from '#shop/orders/order-mail.ts'
import { countMailsAgain, insertMailAgain } from '#shop/orders/order-mails.sql.ts'
import { mayChangeNote } from '#shop/orders/order-note.ts'
import { deleteNote, lockNote, updateNote, writeNote } from '#shop/orders/order-notes.sql.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { lockOrder } from '#shop/orders/orders.sql.ts'
import { refundsOfOrder } from '#shop/payments/refunds.read.ts'
import { inTransaction } from '#shop/transaction.ts'

export async function addNote(ctx: Ctx, { orderId, text }: { orderId: string; text: string }) {
  const { actor } = ctx
  if (!may(actor, 'orders.help')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    if (!(await lockOrder(db, orderId))) return err('order_not_found')
    const refusal = await writeNote(ctx, db, { orderId, authorId: actor.id, text })
    return refusal ? err(refusal) : ok(null)
  })
}

type NoteKey = { orderId: string; noteId: string }

export function editNote(ctx: Ctx, { text, ...key }: NoteKey & { text: string }) {
  return changeNote(ctx, key, text, (db) => updateNote(db, key.noteId, text, ctx.now))
}

export function removeNote(ctx: Ctx, key: NoteKey) {
  return changeNote(ctx, key, null, (db) => deleteNote(db, key.noteId))
}

/** `text`: the new note, or null to delete it. */
async function changeNote(ctx: Ctx, key: NoteKey, text: string | null, write: (db: Db) => Promise<void>) {
  const { actor, now } = ctx
  const { orderId } = key
  if (!may(actor, 'orders.help')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const note = await lockNote(db, key)
    if (!note) return err('note_not_found')
    if (!mayChangeNote(note, { actorId: actor.id, now })) return err('note_settled')
    await write(db)
    const action = text === null ? 'delete note' : 'edit note'
    await recordAction(db, ctx, action, 'order', orderId, { note: note.text }, { note: text })
    return ok(null)
  })
}

/** Queues an email again, with the order's current data. Returns the new email's id. */
export async function sendMailAgain(ctx: Ctx, { orderId, mailId }: { orderId: string; mailId: string }) {
  const { actor, now } = ctx
  if (!may(actor, 'orders.help')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const locked = await lockOrder(db, orderId)
    const order = locked && (await findOrder(db, orderId))
    if (!order) return err('order_not_found')
    if (!isMailable(order.customerEmail)) return err('customer_left')
    const mail = await findMail(db, mailId)
    if (mail?.orderId !== orderId) return err('mail_not_found')
    const about = { order, refunds: await refundsOfOrder(db, orderId) }
    if (!mailApplies(about, mail)) return err('mail_outdated')
    const since = new Date(now.getTime() - HOUR_MS)
    if ((await countMailsAgain(db, orderId, since)) >= MAILS_AGAIN_PER_HOUR) return err('too_many_mails')
    const { kind, eventId, refundId } = mail
    const id = randomUUID()
    const recipient = kind === 'request' ? mail.recipient : order.customerEmail
    await insertMailAgain(db, { id, orderId, kind, eventId, refundId, recipient, askedBy: actor.id, now })
    await ctx.jobs.send(db, { queue: 'order-mail-again', data: { mailId: id } })
    const sentAgain = { mail: mailName(about, mail) }
    await recordAction(db, ctx, 'send email again', 'order', orderId, null, sentAgain)
    return ok(id)
  })
}
