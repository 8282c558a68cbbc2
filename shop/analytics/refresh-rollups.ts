import { flagsOf } from '#shop/analytics/flags.ts'
import { findOrderFacts, insertFlags } from '#shop/analytics/order-flags.sql.ts'
import {
  announceSales,
  claimMarks,
  hasMarks,
  lockRollups,
  recordRollup,
  rollUpCustomers,
  rollUpDays,
  rollUpMonths,
} from '#shop/analytics/rollups.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { ok } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

export const MARKS_PER_BATCH = 50_000

/**
 * Recounts changed orders and flags new orders, in one transaction. Concurrent calls do nothing. Returns how many marks
 * were handled; if it equals `limit`, more may wait.
 */
export async function refreshRollups(ctx: Pick<Ctx, 'db' | 'now'>, limit = MARKS_PER_BATCH) {
  if (!(await hasMarks(ctx.db))) return ok(0)
  return inTransaction(ctx, async (db) => {
    if (!(await lockRollups(db))) return ok(0)
    const marks = await claimMarks(db, limit)
    await rollUpDays(db, marks.days)
    await rollUpMonths(db, marks.days)
    await rollUpCustomers(db, marks.userIds)
    const facts = await findOrderFacts(db, marks.newOrderIds)
    await insertFlags(db, facts.flatMap(flagsOf))
    if (marks.newOrderIds.length > 0) await announceSales(db)
    await recordRollup(db, ctx.now, marks.count < limit)
    return ok(marks.count)
  })
}
