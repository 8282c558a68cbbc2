import type { Ctx } from '#shop/ctx.ts'
import { recipientFor } from '#shop/kernel/actor.ts'
import { MINUTE_MS } from '#shop/kernel/duration.ts'
import type { ContactMessageInput } from '#shop/messages/input.ts'
import { findDuplicate, insertMessage, lockSender, markAcknowledged } from '#shop/messages/messages.sql.ts'
import { transact } from '#shop/transaction.ts'

/** The same text within this time is a double click or a reload. */
const DUPLICATE_MS = 10 * MINUTE_MS

/** Stores a message, emails it to support and emails the ticket to the sender. A duplicate returns the same ticket. */
export async function sendContactMessage(ctx: Ctx, input: ContactMessageInput): Promise<{ ticket: string }> {
  return transact(ctx, async (db) => {
    await lockSender(db, input.email)
    const duplicate = await findDuplicate(db, input, new Date(ctx.now.getTime() - DUPLICATE_MS))
    if (duplicate) return { ticket: duplicate }
    const { id: messageId, ticket } = await insertMessage(db, input, ctx.now)
    await ctx.jobs.send(db, { queue: 'contact-message', data: { messageId } })
    await ctx.jobs.send(db, {
      queue: 'contact-acknowledgement',
      data: { messageId },
      to: recipientFor(ctx.actor, input.email),
    })
    return { ticket }
  })
}

/** Records that the acknowledgement was emailed. */
export async function acknowledgeContactMessage(ctx: Ctx, messageId: string): Promise<void> {
  await markAcknowledged(ctx.db, messageId, ctx.now)
}
