import type { Ctx } from '#shop/ctx.ts'
import { markReplySent } from '#shop/messages/messages.sql.ts'

/** Records that this answer was emailed. */
export async function confirmReply(ctx: Ctx, replyId: string): Promise<void> {
  await markReplySent(ctx.db, replyId, ctx.now)
}
