/** The only place that writes one-time links of the payment page. */
import type { Db } from '#shop/ctx.ts'

/** Replaces the order's earlier link. */
export async function insertPaymentPageLink(
  db: Db,
  link: { orderId: string; tokenHash: string; expiresAt: Date },
): Promise<void> {
  const { tokenHash, expiresAt } = link
  await db
    .insertInto('paymentPageLinks')
    .values(link)
    .onConflict((conflict) => conflict.column('orderId').doUpdateSet({ tokenHash, expiresAt }))
    .execute()
}

type LinkUse = { orderId: string; tokenHash: string; now: Date }

/** Returns when a link ends; undefined if it was used or replaced, or has ended. */
export async function readLinkEnd(db: Db, { orderId, tokenHash, now }: LinkUse): Promise<Date | undefined> {
  const query = db.selectFrom('paymentPageLinks').select('expiresAt').where('orderId', '=', orderId)
  const row = await query.where('tokenHash', '=', tokenHash).where('expiresAt', '>', now).executeTakeFirst()
  return row?.expiresAt
}

/** Deletes the order's link, so that it works once. Returns false if it was used or replaced, or has ended. */
export async function consumePaymentPageLink(db: Db, { orderId, tokenHash, now }: LinkUse): Promise<boolean> {
  const row = await db
    .deleteFrom('paymentPageLinks')
    .where('orderId', '=', orderId)
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .returning('orderId')
    .executeTakeFirst()
  return row !== undefined
}
