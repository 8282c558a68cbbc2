import type { Ctx } from '#shop/ctx.ts'
import { markReplySent } from '#shop/messages/messages.sql.ts'

/** Notes that this answer was mailed. */
export async function confirmReply(ctx: Ctx, replyId: string): Promise<void> {
  await markReplySent(ctx.db, replyId, ctx.now)
}
