import { countCustomers } from '#shop/analytics/customer-rollups.sql.ts'
import { countDays } from '#shop/analytics/daily-rollups.sql.ts'
import { flagsOf } from '#shop/analytics/flags.ts'
import { countMonths } from '#shop/analytics/monthly-rollups.sql.ts'
import { findOrderFacts, insertFlags } from '#shop/analytics/order-flags.sql.ts'
import {
  announceSales,
  claimMarks,
  hasMarks,
  lockRollups,
  recordCounted,
} from '#shop/analytics/rollup-marks.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { ok, type Result } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

/** Marks worked off in one transaction, at most. */
export const MARKS_PER_BATCH = 50_000

/**
 * Counts again what has changed since the last time, in one transaction, and looks at new orders with the fraud rules.
 * Any process may run it at any moment: one counts, the others do nothing. Answers how many changes were worked off:
 * `MARKS_AT_ONCE` when more may wait.
 */
export async function refreshRollups(ctx: Pick<Ctx, 'db' | 'now'>): Promise<Result<number, never>> {
  if (!(await hasMarks(ctx.db))) return ok(0)
  return inTransaction<number, never>(ctx, async (db) => {
    if (!(await lockRollups(db))) return ok(0)
    const marks = await claimMarks(db, MARKS_PER_BATCH)
    await countDays(db, marks.days)
    await countMonths(db, marks.days)
    await countCustomers(db, marks.userIds)
    const facts = await findOrderFacts(db, marks.newOrderIds)
    await insertFlags(db, facts.flatMap(flagsOf))
    if (marks.newOrderIds.length > 0) await announceSales(db)
    await recordCounted(db, ctx.now)
    return ok(marks.count)
  })
}
