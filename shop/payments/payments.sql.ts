import { type Insertable, sql } from 'kysely'
import type { Payments } from '#db/types.ts'
import type { Db } from '#shop/ctx.ts'
import { subtract } from '#shop/kernel/money.ts'
import type { DisputeStatus, Provider, ProviderDispute } from '#shop/payment-gateway.ts'

/** Inserts a payment and returns its id, or null if it is already recorded. */
export async function insertPayment(db: Db, payment: Insertable<Payments>): Promise<string | null> {
  const row = await db
    .insertInto('payments')
    .values(payment)
    .onConflict((conflict) => conflict.columns(['provider', 'providerPaymentId']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

const UNDECIDED: DisputeStatus[] = ['open', 'under_review']

/**
 * Records a dispute; returns false if nothing changes. A decided dispute is replaced only by another, undecided one.
 * An undecided dispute changes only by its own reports.
 */
export async function recordDispute(
  db: Db,
  provider: Provider,
  { id, providerPaymentId, status, respondBy }: ProviderDispute,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ disputeId: id, disputeStatus: status, disputeRespondBy: respondBy })
    .where('provider', '=', provider)
    .where('providerPaymentId', '=', providerPaymentId)
    .where((where) =>
      where.or([
        where('disputeId', 'is', null),
        where.and([where('disputeId', '=', id), where('disputeStatus', 'in', UNDECIDED)]),
        where.and([
          where('disputeId', '<>', id),
          where('disputeStatus', 'not in', UNDECIDED),
          where.lit(UNDECIDED.includes(status)),
        ]),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Records that the courier collected the cash of a delivered order, once. */
export async function recordCash(db: Db, orderId: string, now: Date): Promise<void> {
  const order = await db
    .updateTable('orders')
    .set({ paymentStatus: sql`case when total > advance then 'collected' else 'paid' end`, updatedAt: now })
    .where('id', '=', orderId)
    .where('paymentMethod', '=', 'cod')
    .where('paymentStatus', '=', 'pending')
    .returning(['total', 'advance', 'carrier', 'trackingNumber'])
    .executeTakeFirst()
  if (!order || order.total <= order.advance) return
  const { total, advance, ...parcel } = order
  const amount = subtract(total, advance)
  const payment = { orderId, provider: 'cod', providerPaymentId: orderId, amount, capturedAt: null } as const
  await insertPayment(db, { ...payment, ...parcel })
}

/** Undoes `recordCash` for a parcel that was not delivered after all. Received or refunded cash stays. */
export async function revertCash(db: Db, orderId: string, now: Date): Promise<void> {
  const isRefunded = sql<boolean>`exists (select from refunds where refunds.payment_id = payments.id)`
  const { numDeletedRows } = await db
    .deleteFrom('payments')
    .where('orderId', '=', orderId)
    .where('capturedAt', 'is', null)
    .where(({ not }) => not(isRefunded))
    .executeTakeFirst()
  if (numDeletedRows === 0n) return
  await db
    .updateTable('orders')
    .set({ paymentStatus: 'pending', updatedAt: now })
    .where('id', '=', orderId)
    .execute()
}
