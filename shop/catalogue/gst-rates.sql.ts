import { sql } from 'kysely'
import type { GstRate } from '#shop/catalogue/gst-rate.ts'
import type { Db } from '#shop/ctx.ts'
import type { Day } from '#shop/kernel/day.ts'

/** Inserts a rate. Returns null if the code already has a rate from that day. */
export async function insertGstRate(
  db: Db,
  rate: Omit<GstRate, 'id'> & { id?: string; createdBy: string | null; createdAt: Date },
): Promise<string | null> {
  const row = await db
    .insertInto('gstRates')
    .values(rate)
    .onConflict((conflict) => conflict.columns(['hsn', 'validFrom']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Deletes and returns a rate that begins today or later; null for none. */
export async function deleteNewRate(db: Db, id: string, today: Day): Promise<GstRate | null> {
  const row = await db
    .deleteFrom('gstRates')
    .where('id', '=', id)
    .where('validFrom', '>=', sql<Date>`${today}::date`)
    .returning(['id', 'hsn', 'rate', 'source'])
    .returning(sql<Day>`to_char(valid_from, 'YYYY-MM-DD')`.as('validFrom'))
    .executeTakeFirst()
  return row ?? null
}
