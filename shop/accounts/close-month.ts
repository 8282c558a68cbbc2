import { insertClosedMonth } from '#shop/accounts/accounts.sql.ts'
import { monthPeriod } from '#shop/accounts/period.ts'
import { recordAction } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { addDays, type Day, dayOf } from '#shop/kernel/day.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

/** Returns the first day on which a month can be closed. By then, none of its documents is still being written. */
export function closableFrom(month: Day): Day {
  return addDays(monthPeriod(month).to, 2)
}

/** Closes a month for good; corrections become documents of a later month. `month`: any of its days. */
export async function closeMonth(ctx: Ctx, month: Day) {
  const { actor, now } = ctx
  if (!may(actor, 'accounts.close')) return err('not_allowed')
  if (dayOf(now) < closableFrom(month)) return err('month_not_over')
  const { from, key } = monthPeriod(month)
  return inTransaction(ctx, async (db) => {
    if (!(await insertClosedMonth(db, from, actor.id, now))) return err('month_closed')
    await recordAction(db, ctx, 'close', 'month', key, null, { month: key })
    return ok(null)
  })
}
