/** The state of the rollups. */
import { hasMarks } from '#shop/analytics/rollup-marks.sql.ts'
import type { Db } from '#shop/ctx.ts'

/** When the rollups were last updated; null before the first time. */
export async function lastRollup(db: Db): Promise<Date | null> {
  const row = await db.selectFrom('rollupState').select('countedAt').executeTakeFirst()
  return row?.countedAt ?? null
}

/** True while orders exist but none is counted, so that a displayed 0 would be wrong. */
export async function isFirstRollup(db: Db): Promise<boolean> {
  return (await lastRollup(db)) === null && (await hasMarks(db))
}
