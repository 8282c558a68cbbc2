import type { Ctx } from '#shop/ctx.ts'
import { newToken, tokenHash } from '#shop/email-token.ts'
import { recipientFor } from '#shop/kernel/actor.ts'
import { CONFIRM_DAYS, DELETE_PENDING_DAYS, RESEND_MINUTES } from '#shop/messages/subscription.ts'
import { deletePending, requestSubscription } from '#shop/messages/subscriptions.sql.ts'

const MINUTE_MS = 60 * 1000
const DAY_MS = 24 * 60 * MINUTE_MS

/**
 * Requests the newsletter for an address: emails a confirmation link, or a reminder to a confirmed subscriber. The
 * result does not reveal whether the address is known. `email` is in lower case.
 */
export async function subscribeNewsletter(ctx: Ctx, { email }: { email: string }): Promise<void> {
  const later = (ms: number) => new Date(ctx.now.getTime() + ms)
  const confirmToken = newToken()
  await ctx.db.transaction().execute(async (db) => {
    await deletePending(db, later(-DELETE_PENDING_DAYS * DAY_MS))
    const asked = await requestSubscription(db, {
      email,
      confirmTokenHash: tokenHash(confirmToken),
      confirmUntil: later(CONFIRM_DAYS * DAY_MS),
      unsubscribeToken: newToken(),
      now: ctx.now,
      quietSince: later(-RESEND_MINUTES * MINUTE_MS),
    })
    if (!asked) return
    const { id: subscriptionId, status } = asked
    const to = recipientFor(ctx.actor, email)
    if (status === 'confirmed') {
      await ctx.jobs.send(db, { queue: 'newsletter-welcome', data: { subscriptionId }, to })
    } else {
      const data = { subscriptionId, confirmToken }
      await ctx.jobs.send(db, { queue: 'newsletter-confirmation', data, to })
    }
  })
}
