import type { Ctx } from '#shop/ctx.ts'
import { markAcknowledged } from '#shop/messages/messages.sql.ts'

/** Records that the sender was emailed the ticket number. */
export async function acknowledgeContactMessage(ctx: Ctx, messageId: string): Promise<void> {
  await markAcknowledged(ctx.db, messageId, ctx.now)
}
