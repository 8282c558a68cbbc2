import type { Ctx } from '#shop/ctx.ts'
import { isSelf } from '#shop/kernel/actor.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { confirmLine, lockLine } from '#shop/programme/pay.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/** A worker confirms that a payment arrived. Repeating it changes nothing. */
export async function confirmReceipt(ctx: Ctx, { lineId }: { lineId: string }) {
  const { actor, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  return inTransaction(ctx, async (db) => {
    const line = await lockLine(db, lineId)
    if (!line || !isSelf(actor, line.userId)) return err('payout_line_not_found')
    if (line.state !== 'paid') return err('payment_not_paid')
    await confirmLine(db, lineId, now)
    return ok(null)
  })
}
