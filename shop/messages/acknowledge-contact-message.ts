import type { Ctx } from '#shop/ctx.ts'
import { markAcknowledged } from '#shop/messages/messages.sql.ts'

/** Notes that the sender of this message has been mailed the ticket number. */
export async function acknowledgeContactMessage(ctx: Ctx, messageId: string): Promise<void> {
  await markAcknowledged(ctx.db, messageId, ctx.now)
}
