import type { Db } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import type { ContactMessage, ContactSide, ContactSubject } from '#shop/messages/message.ts'

/** One contact message; null when there is none. */
export async function findContactMessage(db: Db, id: string): Promise<ContactMessage | null> {
  if (!isUuid(id)) return null
  const row = await db.selectFrom('contactMessages').selectAll().where('id', '=', id).executeTakeFirst()
  // The schema checks side and subject.
  return row ? { ...row, side: row.side as ContactSide, subject: row.subject as ContactSubject } : null
}
