import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { changeMessage, lockMessage } from '#shop/messages/messages.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/**
 * An admin changes the internal note of a message. `shown` is the note displayed when editing began; the refusal has the
 * `note` that replaced it.
 */
export async function noteMessage(
  ctx: Ctx,
  { messageId, note, shown }: { messageId: string; note: string; shown: string },
) {
  const { actor, now } = ctx
  if (!may(actor, 'messages')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const before = isUuid(messageId) ? await lockMessage(db, messageId) : null
    if (!before) return err('message_not_found')
    if (before.note !== shown) return { ...err('note_conflict'), note: before.note }
    await changeMessage(db, messageId, { note })
    await recordChange(db, {
      actorId: actor.id,
      action: 'note',
      entity: 'message',
      entityId: messageId,
      before: { note: before.note },
      after: { note },
      now,
    })
    return ok(null)
  })
}
