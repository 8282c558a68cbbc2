/** The only place that writes the providers' webhooks. */
import type { Db } from '#shop/ctx.ts'
import type { CardProvider } from '#shop/payment-gateway.ts'

export type NewPaymentEvent = {
  provider: CardProvider
  providerEventId: string
  body: string
  receivedAt: Date
}

/** Stores a webhook as it came; null when this event was stored before. */
export async function insertPaymentEvent(db: Db, event: NewPaymentEvent): Promise<string | null> {
  const row = await db
    .insertInto('paymentEvents')
    .values(event)
    .onConflict((conflict) => conflict.columns(['provider', 'providerEventId']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** An event that nothing has been done about, locked until the transaction ends. */
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

/** The body goes: it names the customer, and has said what it had to say. */
export async function markHandled(db: Db, id: string, outcome: string, now: Date): Promise<void> {
  await db
    .updateTable('paymentEvents')
    .set({ handledAt: now, outcome, body: '' })
    .where('id', '=', id)
    .execute()
}
