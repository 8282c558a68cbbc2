import type { Ctx } from '#shop/ctx.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { isStorable } from '#shop/kernel/text.ts'
import { unsubscribe } from '#shop/messages/subscriptions.sql.ts'

/** Ends the subscription with this token, which every newsletter contains. Repeating it changes nothing. */
export async function unsubscribeNewsletter(
  ctx: Ctx,
  token: string,
): Promise<Result<null, { ok: false; reason: 'link_invalid' }>> {
  const found = isStorable(token) && (await unsubscribe(ctx.db, token, ctx.now))
  return found ? ok(null) : err('link_invalid')
}
