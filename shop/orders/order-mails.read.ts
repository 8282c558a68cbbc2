import type { Db } from '#shop/ctx.ts'
import type { StoredMail } from '#shop/orders/order-mail.ts'
import { toMail } from '#shop/orders/order-mails.sql.ts'

export async function mailsOfOrder(db: Db, orderId: string): Promise<StoredMail[]> {
  const rows = await selectMails(db)
    .where('orderId', '=', orderId)
    .orderBy('queuedAt')
    .orderBy('orderMails.id')
    .execute()
  return rows.map(({ fullName, ...row }) => toMail(row, fullName))
}

export async function findMail(db: Db, id: string): Promise<StoredMail | null> {
  const row = await selectMails(db).where('orderMails.id', '=', id).executeTakeFirst()
  return row ? toMail(row, row.fullName) : null
}

function selectMails(db: Db) {
  return db
    .selectFrom('orderMails')
    .leftJoin('users', 'users.id', 'orderMails.askedBy')
    .selectAll('orderMails')
    .select('users.fullName')
}
