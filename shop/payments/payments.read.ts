/** What screens show about the payment of an order. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import type { OpenPaymentFacts } from '#shop/payments/intent.ts'

/** How long the goods of card orders wait for their money, by the order's id; orders that no card pays are left out. */
export async function holdsOf(db: Db, orderIds: readonly string[]): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('paymentIntents')
    .select(['orderId', 'holdUntil'])
    .where('orderId', '=', sql<string>`any(${orderIds}::uuid[])`)
    .execute()
  return new Map(rows.map(({ orderId, holdUntil }) => [orderId, holdUntil]))
}

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

/** True when the order was paid by a payment that was only acted out: the sandbox's, or one with a provider's test keys. */
export async function isTestPaid(db: Db, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    select from payments left join payment_intents as intent using (order_id, provider)
    where order_id = ${orderId}::uuid and (provider = 'sandbox' or intent.is_test) limit 1`.execute(db)
  return rows.length > 0
}
