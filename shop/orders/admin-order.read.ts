/** Data for staff. It is kept out of `Order`, which customers see in pages, API responses and emails. */
import { sql } from 'kysely'
import { listChanges } from '#shop/audit/audit.read.ts'
import type { AuditEntry } from '#shop/audit/change.ts'
import type { Db } from '#shop/ctx.ts'
import type { StoredMail } from '#shop/orders/order-mail.ts'
import type { OrderNote } from '#shop/orders/order-note.ts'

export async function notesOfOrder(db: Db, orderId: string): Promise<OrderNote[]> {
  return db
    .selectFrom('orderNotes')
    .leftJoin('users', 'users.id', 'orderNotes.authorId')
    .select(['orderNotes.id', 'authorId', 'users.fullName as authorName', 'body as text'])
    .select(['orderNotes.createdAt', 'editedAt'])
    .where('orderId', '=', orderId)
    .orderBy('orderNotes.createdAt', 'desc')
    .orderBy('orderNotes.id')
    .execute()
}

/** Returns each order's notes as one text, newest first. Orders without notes are left out. */
export async function internalNotesOf(db: Db, orderIds: readonly string[]): Promise<Map<string, string>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('orderNotes')
    .select(['orderId', sql<string>`string_agg(body, E'\\n\\n' order by created_at desc, id)`.as('text')])
    .where('orderId', '=', sql<string>`any(${orderIds}::uuid[])`)
    .groupBy('orderId')
    .execute()
  return new Map(rows.map(({ orderId, text }) => [orderId, text]))
}

/** Returns an order's audit entries, newest first. Adds the packer's note, which the audit log does not store. */
export async function changesOfOrder(db: Db, orderId: string): Promise<AuditEntry[]> {
  const [changes, packing] = await Promise.all([
    listChanges(db, { entity: 'order', entityId: orderId, withoutViews: true, limit: 50 }),
    db
      .selectFrom('orderPackings')
      .select(['packedAt', 'note'])
      .where('orderId', '=', orderId)
      .executeTakeFirst(),
  ])
  return changes.map((change) => {
    if (change.action !== 'pack') return change
    const isCurrent = change.createdAt.getTime() === packing?.packedAt.getTime()
    return { ...change, after: { packed: true, note: isCurrent ? packing.note : null } }
  })
}

export async function actorNamesOf(db: Db, orderIds: readonly string[]): Promise<Record<number, string>> {
  if (orderIds.length === 0) return {}
  const rows = await db
    .selectFrom('orderEvents')
    .innerJoin('users', 'users.id', 'orderEvents.actorId')
    .select(['orderEvents.id', 'users.fullName'])
    .where('orderId', '=', sql<string>`any(${orderIds}::uuid[])`)
    .execute()
  return Object.fromEntries(rows.map(({ id, fullName }) => [id, fullName]))
}

/** Returns the place of supply on the order's latest invoice; null without an invoice. */
export async function invoicedState(db: Db, orderId: string): Promise<string | null> {
  const { rows } = await sql<{ state: string | null }>`
    select content #>> '{buyer,state}' as state from invoices where order_id = ${orderId}::uuid
    order by issued_at desc, number desc limit 1`.execute(db)
  return rows[0]?.state ?? null
}

export async function mailsOfOrder(db: Db, orderId: string): Promise<StoredMail[]> {
  return selectMails(db).where('orderId', '=', orderId).orderBy('queuedAt').orderBy('orderMails.id').execute()
}

export async function findMail(db: Db, id: string): Promise<StoredMail | null> {
  return (await selectMails(db).where('orderMails.id', '=', id).executeTakeFirst()) ?? null
}

function selectMails(db: Db) {
  return db
    .selectFrom('orderMails')
    .leftJoin('users', 'users.id', 'orderMails.askedBy')
    .select(['orderMails.id', 'orderId', 'kind', 'eventId', 'refundId', 'recipient', 'subject'])
    .select(['textBody as text', 'queuedAt', 'sentAt', 'droppedAt', 'users.fullName as askedBy'])
}
