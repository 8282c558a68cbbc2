import type { Ctx } from '#shop/ctx.ts'
import { claimDueIntents } from '#shop/payments/intents.sql.ts'
import { transact } from '#shop/transaction.ts'

/** Runs every minute, possibly in several processes. */
export async function queueDuePayments(ctx: Ctx): Promise<void> {
  await transact(ctx, async (db) => {
    for (const intentId of await claimDueIntents(db, ctx.now))
      await ctx.jobs.send(db, { queue: 'payment-check', data: { intentId } })
  })
}
