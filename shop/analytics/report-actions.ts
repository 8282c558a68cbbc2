import { z } from 'zod'
import { closeFlags } from '#shop/analytics/order-flags.sql.ts'
import { insertSpend, lockSpend, updateSpend } from '#shop/analytics/spend.sql.ts'
import { SPEND_CHANNELS, type Spend, spendId } from '#shop/analytics/spend.ts'
import { recordAction } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { rupees } from '#shop/kernel/money.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { NO_AMOUNT, rupeesIn } from '#shop/kernel/typed-number.ts'
import { inTransaction } from '#shop/transaction.ts'

/** `seenAt`: the time of the displayed record; a later one is not overwritten. */
export async function recordSpend(ctx: Ctx, { seenAt, ...spend }: Spend & { seenAt: Date | null }) {
  const { actor, now } = ctx
  if (!may(actor, 'analytics')) return err('not_allowed')
  if (spend.month > dayOf(now)) return err('month_to_come')
  return inTransaction(ctx, async (db) => {
    const recorded = await lockSpend(db, spend)
    if ((recorded?.updatedAt.getTime() ?? null) !== (seenAt?.getTime() ?? null)) return err('spend_changed')
    if (recorded) await updateSpend(db, spend, now)
    else if (!(await insertSpend(db, spend, now))) return err('spend_changed')
    const { amount } = spend
    const previous = recorded && { amount: recorded.amount }
    await recordAction(db, ctx, 'record', 'spend', spendId(spend), previous, { amount })
    return ok(null)
  })
}

export async function reviewFlags(ctx: Ctx, orderId: string) {
  const { actor, now } = ctx
  if (!may(actor, 'analytics')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    if (!(await closeFlags(db, { orderId, reviewedBy: actor.id, now }))) return err('no_flag_waits')
    await recordAction(db, ctx, 'review', 'order', orderId, { flags: 'waiting' }, { flags: 'reviewed' })
    return ok(null)
  })
}

/** More per month and channel is a typing error. */
const MAX_SPEND = rupees(1_00_00_000)

export const spendInput = z.object({
  month: z
    .string('Choose a month')
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Choose a month')
    .transform((month) => `${month}-01`),
  channel: z.enum(SPEND_CHANNELS, 'Choose a channel'),
  amount: z
    .string('Enter the amount in rupees')
    .transform(rupeesIn)
    .refine((amount) => amount !== null, NO_AMOUNT)
    .refine((amount) => amount <= MAX_SPEND, 'Enter at most 1,00,00,000'),
})

export const flagReviewInput = z.object({ orderId: z.uuid() })
