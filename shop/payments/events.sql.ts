import type { Insertable } from 'kysely'
import type { PaymentEvents } from '#db/types.ts'
import type { Db } from '#shop/ctx.ts'
import type { CardProvider } from '#shop/payment-gateway.ts'

/**
 * Null when stored before. That row is locked: a standby does not wait for transactions that only read, and
 * the provider would hear of an event that one server has.
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

/** Locks the event, unless it was handled before. */
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

/** Deletes the body, which names the customer. */
export async function markHandled(db: Db, id: string, outcome: string, now: Date): Promise<void> {
  await db
    .updateTable('paymentEvents')
    .set({ handledAt: now, outcome, body: '' })
    .where('id', '=', id)
    .execute()
}
