import { sql } from 'kysely'
import type { Span } from '#shop/analytics/period.ts'
import type { RecordedSpend, SpendChannel, SpendKey } from '#shop/analytics/spend.ts'
import type { Db } from '#shop/ctx.ts'
import { type Day, monthOf } from '#shop/kernel/day.ts'
import { paise } from '#shop/kernel/money.ts'

/** Returns the spends of all months that the span touches. */
export async function spendsOf(db: Db, { from, to }: Span): Promise<RecordedSpend[]> {
  const rows = await db
    .selectFrom('marketingSpend')
    .select([sql<Day>`month::text`.as('month'), 'channel', 'amount', 'updatedAt'])
    .where(sql<boolean>`month between ${monthOf(from)}::date and ${to}::date`)
    .execute()
  return rows.map((row) => ({ ...row, channel: row.channel as SpendChannel, amount: paise(row.amount) }))
}

export async function findSpend(db: Db, { month, channel }: SpendKey): Promise<RecordedSpend | null> {
  const inMonth = await spendsOf(db, { from: month, to: month })
  return inMonth.find((spend) => spend.channel === channel) ?? null
}
