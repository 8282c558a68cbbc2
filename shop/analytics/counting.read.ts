/** How far the counting ahead has come. */
import { hasMarks } from '#shop/analytics/rollup-marks.sql.ts'
import type { Db } from '#shop/ctx.ts'

/** When the figures were counted last; null when never. */
export async function lastCounted(db: Db): Promise<Date | null> {
  const row = await db.selectFrom('rollupState').select('countedAt').executeTakeFirst()
  return row?.countedAt ?? null
}

/** True while there are orders and none of them is in any figure yet: then a 0 would not be true. */
export async function isFirstCount(db: Db): Promise<boolean> {
  return (await lastCounted(db)) === null && (await hasMarks(db))
}
