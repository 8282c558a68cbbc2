/** The only place that closes months of the books. Triggers write the tables of the registers. */
import type { Db } from '#shop/ctx.ts'
import type { Day } from '#shop/kernel/day.ts'

/** False if the month is closed already. `month`: its first day. */
export async function insertClosedMonth(db: Db, month: Day, closedBy: string | null, closedAt: Date) {
  const row = await db
    .insertInto('closedMonths')
    .values({ month, closedAt, closedBy })
    .onConflict((conflict) => conflict.doNothing())
    .returning('closedAt')
    .executeTakeFirst()
  return row !== undefined
}
