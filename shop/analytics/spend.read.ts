import { sql } from 'kysely'
import type { Span } from '#shop/analytics/period.ts'
import type { RecordedSpend, SpendKey } from '#shop/analytics/spend.ts'
import type { Db } from '#shop/ctx.ts'
import { type Day, monthOf } from '#shop/kernel/day.ts'

/** Returns the spends of all months that the span touches. */
export async function spendsOf(db: Db, { from, to }: Span): Promise<RecordedSpend[]> {
  return db
    .selectFrom('marketingSpend')
    .select([sql<Day>`month::text`.as('month'), 'channel', 'amount', 'updatedAt'])
    .where(sql<boolean>`month between ${monthOf(from)}::date and ${to}::date`)
    .execute()
}

export async function findSpend(db: Db, { month, channel }: SpendKey): Promise<RecordedSpend | null> {
  const inMonth = await spendsOf(db, { from: month, to: month })
  return inMonth.find((spend) => spend.channel === channel) ?? null
}
