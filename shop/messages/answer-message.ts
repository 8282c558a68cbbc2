import { recordAction } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { MINUTE_MS } from '#shop/kernel/duration.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { listReplies } from '#shop/messages/messages.read.ts'
import {
  changeMessage,
  hasDuplicateReply,
  insertReply,
  lockMessage,
  markReplySent,
} from '#shop/messages/messages.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/** The same text within this time is a double click. */
const DUPLICATE_MS = 10 * MINUTE_MS

/**
 * Answers a message by email. `seen`: how many answers the form showed. If there is a newer answer, the refusal names
 * its author in `by`; null if the author's row was deleted.
 */
export async function answerMessage(
  ctx: Ctx,
  { messageId, body, seen }: { messageId: string; body: string; seen: number },
) {
  const { actor, now, jobs } = ctx
  if (!may(actor, 'messages')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const message = await lockMessage(db, messageId)
    if (!message) return err('message_not_found')
    const reply = { messageId, body, actorId: actor.id, createdAt: now }
    if (await hasDuplicateReply(db, reply, new Date(now.getTime() - DUPLICATE_MS))) return ok(null)
    const replies = await listReplies(db, messageId)
    if (replies.length !== seen)
      return { ...err('answered_meanwhile'), by: replies.at(-1)?.actorName ?? null }
    const replyId = await insertReply(db, reply)
    await changeMessage(db, messageId, { status: 'answered', closedAt: null })
    await jobs.send(db, { queue: 'contact-reply', data: { replyId } })
    const after = { status: 'answered', answer: body }
    await recordAction(db, ctx, 'answer', 'message', messageId, { status: message.status }, after)
    return ok(null)
  })
}

/** Records that this answer was emailed. */
export async function recordReplySent(ctx: Ctx, replyId: string): Promise<void> {
  await markReplySent(ctx.db, replyId, ctx.now)
}

/**
 * Saves the internal note. `shown`: the note when editing began. If it has changed, the refusal contains the new one.
 */
export async function saveMessageNote(
  ctx: Ctx,
  { messageId, note, shown: original }: { messageId: string; note: string; shown: string },
) {
  if (!may(ctx.actor, 'messages')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const message = await lockMessage(db, messageId)
    if (!message) return err('message_not_found')
    if (message.note !== original) return { ...err('note_conflict'), note: message.note }
    await changeMessage(db, messageId, { note })
    await recordAction(db, ctx, 'note', 'message', messageId, { note: message.note }, { note })
    return ok(null)
  })
}

export async function changeMessageStatus(
  ctx: Ctx,
  { messageId, status }: { messageId: string; status: 'open' | 'closed' },
) {
  const { actor, now } = ctx
  if (!may(actor, 'messages')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const message = await lockMessage(db, messageId)
    if (!message) return err('message_not_found')
    if (message.status === status) return ok(null)
    await changeMessage(db, messageId, { status, closedAt: status === 'closed' ? now : null })
    const action = status === 'closed' ? 'close' : 'reopen'
    await recordAction(db, ctx, action, 'message', messageId, { status: message.status }, { status })
    return ok(null)
  })
}
