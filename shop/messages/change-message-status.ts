import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { changeMessage, lockMessage } from '#shop/messages/messages.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/** An admin closes a message, or reopens it. */
export async function changeMessageStatus(
  ctx: Ctx,
  { messageId, status }: { messageId: string; status: 'open' | 'closed' },
) {
  const { actor, now } = ctx
  if (!may(actor, 'messages')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const before = isUuid(messageId) ? await lockMessage(db, messageId) : null
    if (!before) return err('message_not_found')
    if (before.status === status) return ok(null)
    await changeMessage(db, messageId, { status, closedAt: status === 'closed' ? now : null })
    await recordChange(db, {
      actorId: actor.id,
      action: status === 'closed' ? 'close' : 'reopen',
      entity: 'message',
      entityId: messageId,
      before: { status: before.status },
      after: { status },
      now,
    })
    return ok(null)
  })
}
