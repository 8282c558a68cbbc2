import { sql } from 'kysely'
import type { RecordedSpend, Spend, SpendKey } from '#shop/analytics/spend.ts'
import type { Db } from '#shop/ctx.ts'

export async function lockSpend(db: Db, { month, channel }: SpendKey): Promise<RecordedSpend | null> {
  const row = await db
    .selectFrom('marketingSpend')
    .select(['amount', 'updatedAt'])
    .where('month', '=', sql<Date>`${month}::date`)
    .where('channel', '=', channel)
    .forUpdate()
    .executeTakeFirst()
  return row ? { month, channel, amount: row.amount, updatedAt: row.updatedAt } : null
}

/** Returns false if the month and channel already have a spend. */
export async function insertSpend(db: Db, { month, channel, amount }: Spend, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('marketingSpend')
    .values({ month: sql<Date>`${month}::date`, channel, amount, updatedAt: now })
    .onConflict((conflict) => conflict.columns(['month', 'channel']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function updateSpend(db: Db, { month, channel, amount }: Spend, now: Date): Promise<void> {
  await db
    .updateTable('marketingSpend')
    .set({ amount, updatedAt: now })
    .where('month', '=', sql<Date>`${month}::date`)
    .where('channel', '=', channel)
    .execute()
}
