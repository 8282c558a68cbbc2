import type { Db } from '#shop/ctx.ts'
import type { StoredMail } from '#shop/orders/order-mail.ts'

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
