import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { countRows } from '#shop/lists.read.ts'
import type { MailSubject } from '#shop/orders/order-mail.ts'

type WrittenMail = MailSubject & { id: string; recipient: string; subject: string; text: string; now: Date }

/** Stores an email before it is sent. A retry replaces the text. Stores nothing for a closed account. */
export async function storeMail(db: Db, { text, now, ...mail }: WrittenMail): Promise<void> {
  const { id, orderId, kind, eventId, refundId, recipient, subject } = mail
  await sql`insert into order_mails (id, order_id, kind, event_id, refund_id, recipient, subject, text_body, queued_at)
    select ${id}::text, orders.id, ${kind}::text, ${eventId}::bigint, ${refundId}::uuid, ${recipient}::text,
      ${subject}::text, ${text}::text, ${now}::timestamptz
    from orders join users on users.id = orders.user_id
    where orders.id = ${orderId}::uuid and users.deleted_at is null
    for share of users
    on conflict (id) do update
      set recipient = excluded.recipient, subject = excluded.subject, text_body = excluded.text_body
      where order_mails.sent_at is null`.execute(db)
}

export async function markMailSent(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('orderMails')
    .set({ sentAt: now })
    .where('id', '=', id)
    .where('sentAt', 'is', null)
    .execute()
}

/** Records that an email to send again was no longer true when its job ran. */
export async function markMailDropped(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('orderMails').set({ droppedAt: now }).where('id', '=', id).execute()
}

type MailAgain = MailSubject & { id: string; recipient: string; askedBy: string; now: Date }

/** Inserts an email to send again; its text is added when it is sent. */
export async function insertMailAgain(db: Db, { now, ...mail }: MailAgain): Promise<void> {
  await db
    .insertInto('orderMails')
    .values({ ...mail, queuedAt: now })
    .execute()
}

export async function countMailsAgain(db: Db, orderId: string, since: Date): Promise<number> {
  const ofOrder = db.selectFrom('orderMails').where('orderId', '=', orderId)
  return countRows(ofOrder.where('askedBy', 'is not', null).where('queuedAt', '>', since))
}
