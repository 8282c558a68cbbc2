import { type Selectable, sql } from 'kysely'
import type { PaymentIntents } from '#db/types.ts'
import type { Db } from '#shop/ctx.ts'

type Intent = Selectable<PaymentIntents>

/** `isTest`: paid in the sandbox or with a provider's test keys. */
type NewIntent = Pick<Intent, 'orderId' | 'provider' | 'isTest' | 'amount' | 'holdUntil'> & { now: Date }

export async function insertIntent(db: Db, { now, ...intent }: NewIntent): Promise<void> {
  const times = { nextCheckAt: intent.holdUntil, createdAt: now, updatedAt: now }
  await db
    .insertInto('paymentIntents')
    .values({ ...intent, ...times, status: 'open' })
    .execute()
}

/** Saves the id of the provider's order. Returns the stored id, which a concurrent call may have set first. */
export async function saveProviderOrderId(db: Db, id: string, providerOrderId: string): Promise<string> {
  const row = await db
    .updateTable('paymentIntents')
    .set({ providerOrderId: sql<string>`coalesce(provider_order_id, ${providerOrderId})` })
    .where('id', '=', id)
    .returning('providerOrderId')
    .executeTakeFirstOrThrow()
  return row.providerOrderId ?? providerOrderId
}

/** Ends an intent because the amount due has changed. If the intent is still paid later, that payment is refunded. */
export async function outdateIntent(db: Db, orderId: string, now: Date): Promise<void> {
  await db
    .updateTable('paymentIntents')
    .set({ isCurrent: false, updatedAt: now })
    .where('orderId', '=', orderId)
    .where('isCurrent', '=', true)
    .execute()
}

export async function changeIntent(db: Db, id: string, change: Partial<Intent>, now: Date): Promise<void> {
  await db
    .updateTable('paymentIntents')
    .set({ ...change, updatedAt: now })
    .where('id', '=', id)
    .execute()
}

const BATCH_SIZE = 100
/** After this time another process may claim the intent, in case the first one failed. */
const CLAIM_TIMEOUT = '2 minutes'

/** Returns intents due for a check; each goes to one caller only. */
export async function claimDueIntents(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update payment_intents set next_check_at = ${now}::timestamptz + ${CLAIM_TIMEOUT}::interval
    where id in (
      select id from payment_intents where next_check_at <= ${now}::timestamptz
      order by next_check_at limit ${BATCH_SIZE} for update skip locked
    ) returning id`.execute(db)
  return rows.map(({ id }) => id)
}
