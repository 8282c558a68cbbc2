import { rollUpCustomers } from '#shop/analytics/customer-rollups.sql.ts'
import { flagsOf } from '#shop/analytics/flags.ts'
import { findOrderFacts, insertFlags } from '#shop/analytics/order-flags.sql.ts'
import { rollUpDays, rollUpMonths } from '#shop/analytics/period-rollups.sql.ts'
import {
  announceSales,
  claimMarks,
  hasMarks,
  lockRollups,
  recordRollup,
} from '#shop/analytics/rollup-marks.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { ok } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

export const MARKS_PER_BATCH = 50_000

/** Recounts changed orders and flags new ones. Returns the marks handled; concurrent calls do nothing. */
export async function refreshRollups(ctx: Pick<Ctx, 'db' | 'now'>) {
  if (!(await hasMarks(ctx.db))) return ok(0)
  return inTransaction(ctx, async (db) => {
    if (!(await lockRollups(db))) return ok(0)
    const marks = await claimMarks(db, MARKS_PER_BATCH)
    await rollUpDays(db, marks.days)
    await rollUpMonths(db, marks.days)
    await rollUpCustomers(db, marks.userIds)
    const facts = await findOrderFacts(db, marks.newOrderIds)
    await insertFlags(db, facts.flatMap(flagsOf))
    if (marks.newOrderIds.length > 0) await announceSales(db)
    await recordRollup(db, ctx.now, marks.count < MARKS_PER_BATCH)
    return ok(marks.count)
  })
}
