/** What screens show about the payment of an order. */
import type { Db } from '#shop/ctx.ts'
import type { OpenPaymentFacts } from '#shop/payments/intent.ts'

/** Of an order that waits to be paid by card; null for any other. */
export async function openPaymentOf(db: Db, orderId: string): Promise<OpenPaymentFacts | null> {
  const row = await db
    .selectFrom('paymentIntents')
    .select(['failureReason', 'holdUntil'])
    .where('orderId', '=', orderId)
    .where('status', '!=', 'paid')
    .executeTakeFirst()
  return row ?? null
}
