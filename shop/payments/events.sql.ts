import type { Insertable } from 'kysely'
import type { PaymentEvents } from '#db/types.ts'
import type { Db } from '#shop/ctx.ts'
import type { CardProvider } from '#shop/payment-gateway.ts'

/**
 * Inserts an event. If it is already stored, locks its row and returns null.
 * The lock is a write that makes the commit wait for the standby. The provider therefore never gets a success for an
 * event that only one server has.
 */
export async function insertPaymentEvent(db: Db, event: Insertable<PaymentEvents>): Promise<string | null> {
  const row = await db
    .insertInto('paymentEvents')
    .values(event)
    .onConflict((conflict) => conflict.columns(['provider', 'providerEventId']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row) return row.id
  await db
    .selectFrom('paymentEvents')
    .select('id')
    .where('provider', '=', event.provider)
    .where('providerEventId', '=', event.providerEventId)
    .forShare()
    .execute()
  return null
}

/** Locks and returns the event; undefined if it was handled before. */
export async function lockUnhandledEvent(db: Db, id: string) {
  const row = await db
    .selectFrom('paymentEvents')
    .select(['provider', 'body'])
    .where('id', '=', id)
    .where('handledAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row && { ...row, provider: row.provider as CardProvider }
}

/** Marks an event as handled, and deletes its body, which names the customer. */
export async function markHandled(db: Db, id: string, outcome: string, now: Date): Promise<void> {
  await db
    .updateTable('paymentEvents')
    .set({ handledAt: now, outcome, body: '' })
    .where('id', '=', id)
    .execute()
}
