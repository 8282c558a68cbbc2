import type { Ctx } from '#shop/ctx.ts'
import { PROVIDER_TIMEOUT_MS } from '#shop/payments/intent.ts'
import { findIntent } from '#shop/settlement/intents.sql.ts'
import { askProvider, reconcilePayment, releaseExpiredHold } from '#shop/settlement/reconcile-payment.flow.ts'
import { transact } from '#shop/transaction.ts'

/** Releases an order not paid in time. An unreachable provider extends the hold. */
export async function checkPayment(ctx: Ctx, intentId: string): Promise<void> {
  const intent = await findIntent(ctx.db, { id: intentId })
  if (!intent || intent.status === 'paid') return
  const payments = await askProvider(ctx, intent)
  const isPatient = ctx.now.getTime() < intent.holdUntil.getTime() + PROVIDER_TIMEOUT_MS
  // The intent stays claimed and is due again shortly.
  if (!payments && isPatient) return
  await transact(ctx, async (db) => {
    const work = { db, jobs: ctx.jobs, now: ctx.now }
    const after = await reconcilePayment(work, { id: intentId }, payments ?? [])
    if (after) await releaseExpiredHold(work, after)
  })
}
