import { sql } from 'kysely'
import type { Spend } from '#shop/analytics/spend.ts'
import type { Db } from '#shop/ctx.ts'
import type { Money } from '#shop/kernel/money.ts'

/** What is recorded for the month and channel, locked until the transaction ends; null when nothing is. */
export async function lockSpend(db: Db, { month, channel }: Omit<Spend, 'amount'>): Promise<Money | null> {
  const row = await db
    .selectFrom('marketingSpend')
    .select('amount')
    .where('month', '=', sql<Date>`${month}::date`)
    .where('channel', '=', channel)
    .forUpdate()
    .executeTakeFirst()
  return (row?.amount ?? null) as Money | null
}

export async function writeSpend(db: Db, { month, channel, amount }: Spend, now: Date): Promise<void> {
  await db
    .insertInto('marketingSpend')
    .values({ month: sql<Date>`${month}::date`, channel, amount, updatedAt: now })
    .onConflict((conflict) => conflict.columns(['month', 'channel']).doUpdateSet({ amount, updatedAt: now }))
    .execute()
}
