import type { Ctx } from '#shop/ctx.ts'
import { isSelf } from '#shop/customers/actor.ts'
import { done, type Result, refuse } from '#shop/kernel/result.ts'
import { confirmLine, lockLine } from '#shop/programme/pay.sql.ts'
import type { No } from '#shop/programme/refusal.ts'
import { inTransaction } from '#shop/transaction.ts'

export type ConfirmReceiptRefusal = No<'signed_out'> | No<'payout_line_not_found'> | No<'payment_not_paid'>

/** A worker confirms that a payment has reached her. Confirming again changes nothing. */
export async function confirmReceipt(
  ctx: Ctx,
  { lineId }: { lineId: string },
): Promise<Result<null, ConfirmReceiptRefusal>> {
  const { actor, now } = ctx
  if (actor.kind === 'visitor') return refuse('signed_out')
  return inTransaction<null, ConfirmReceiptRefusal>(ctx, async (db) => {
    const line = await lockLine(db, lineId)
    if (!line || !isSelf(actor, line.userId)) return refuse('payout_line_not_found')
    if (line.state !== 'paid') return refuse('payment_not_paid')
    await confirmLine(db, lineId, now)
    return done(null)
  })
}
