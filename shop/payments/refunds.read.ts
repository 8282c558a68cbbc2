/** Refunds for screens, mails and the API. */
import type { Db } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import type { Refund } from '#shop/payments/refund.ts'
import { toRefund } from '#shop/payments/refunds.sql.ts'

function selectRefunds(db: Db) {
  return db.selectFrom('refunds').selectAll()
}

export async function findRefund(db: Db, id: string): Promise<Refund | null> {
  if (!isUuid(id)) return null
  const row = await selectRefunds(db).where('id', '=', id).executeTakeFirst()
  return row ? toRefund(row) : null
}

/** The refunds of an order, the oldest first. */
export async function refundsOfOrder(db: Db, orderId: string): Promise<Refund[]> {
  const rows = await selectRefunds(db).where('orderId', '=', orderId).orderBy('createdAt').execute()
  return rows.map(toRefund)
}
