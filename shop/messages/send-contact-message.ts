import type { Ctx } from '#shop/ctx.ts'
import { recipientFor } from '#shop/kernel/actor.ts'
import type { ContactMessageInput } from '#shop/messages/input.ts'
import { findDuplicate, insertMessage, lockSender } from '#shop/messages/messages.sql.ts'

/** The same words again within this time are a double click or a reloaded page, not a second message. */
const TWIN_MS = 10 * 60 * 1000

/**
 * Keeps a message and queues two mails with it, in one transaction: one to support, one that gives the sender the
 * ticket number, unless strangers have mailed that address too often. The same message sent twice has one ticket.
 */
export async function sendContactMessage(ctx: Ctx, input: ContactMessageInput): Promise<{ ticket: string }> {
  return ctx.db.transaction().execute(async (db) => {
    await lockSender(db, input.email)
    const known = await findDuplicate(db, input, new Date(ctx.now.getTime() - TWIN_MS))
    if (known) return { ticket: known }
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
