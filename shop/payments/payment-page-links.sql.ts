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

/** Deletes a link. Returns true if it belongs to this order and has not expired, so it works once. */
export async function consumePaymentPageLink(
  db: Db,
  { orderId, tokenHash, now }: { orderId: string; tokenHash: string; now: Date },
): Promise<boolean> {
  const row = await db
    .deleteFrom('paymentPageLinks')
    .where('orderId', '=', orderId)
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .returning('orderId')
    .executeTakeFirst()
  return row !== undefined
}
