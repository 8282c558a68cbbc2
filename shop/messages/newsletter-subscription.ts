import type { Ctx, Db } from '#shop/ctx.ts'
import { EMAIL_PURPOSES, type EmailPurpose } from '#shop/customers/consent.ts'
import { readEmailChoices } from '#shop/customers/users.read.ts'
import { lockCustomer, recordConsent } from '#shop/customers/users.sql.ts'
import { newToken, tokenHash } from '#shop/email-token.ts'
import { type Person, recipientFor } from '#shop/kernel/actor.ts'
import { DAY_MS, MINUTE_MS } from '#shop/kernel/duration.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { CONFIRM_DAYS, RESEND_MINUTES } from '#shop/messages/subscription.ts'
import {
  confirmSubscription,
  recordLeave,
  requestSubscription,
  subscribeAddress,
  unsubscribeAddress,
  unsubscribeByToken,
} from '#shop/messages/subscriptions.sql.ts'
import { inTransaction, transact } from '#shop/transaction.ts'

/** Emails a confirmation link, the welcome to a subscriber, or nothing after a recent email. `email`: in lower case. */
export async function subscribeNewsletter(ctx: Ctx, { email }: { email: string }): Promise<void> {
  const later = (ms: number) => new Date(ctx.now.getTime() + ms)
  const confirmToken = newToken()
  await transact(ctx, async (db) => {
    const request = await requestSubscription(db, {
      email,
      confirmTokenHash: tokenHash(confirmToken),
      confirmUntil: later(CONFIRM_DAYS * DAY_MS),
      unsubscribeToken: newToken(),
      now: ctx.now,
      quietSince: later(-RESEND_MINUTES * MINUTE_MS),
    })
    if (!request) return
    const { id: subscriptionId, status } = request
    const to = recipientFor(ctx.actor, email)
    if (status === 'confirmed') {
      await ctx.jobs.send(db, { queue: 'newsletter-welcome', data: { subscriptionId }, to })
    } else {
      const data = { subscriptionId, confirmToken }
      await ctx.jobs.send(db, { queue: 'newsletter-confirmation', data, to })
    }
  })
}

/** Confirms a subscription and, the first time, emails the welcome with the unsubscribe link. Idempotent. */
export async function confirmNewsletter(ctx: Ctx, token: string) {
  return inTransaction(ctx, async (db) => {
    const confirmed = await confirmSubscription(db, tokenHash(token), ctx.now)
    if (!confirmed) return err('link_invalid')
    const data = { subscriptionId: confirmed.id }
    const { email, isNew } = confirmed
    await ctx.jobs.resetEmailBudget(db, email)
    const to = { email, askedBy: 'owner' } as const
    if (isNew) await ctx.jobs.send(db, { queue: 'newsletter-welcome', data, to })
    return ok(null)
  })
}

/** Ends a subscription. Idempotent. `slug`: the newsletter whose link was used, for its statistics. */
export async function unsubscribeNewsletter(ctx: Ctx, token: string, slug: string | null = null) {
  const { now } = ctx
  return inTransaction(ctx, async (db) => {
    if (slug !== null) await recordLeave(db, { unsubscribeToken: token, slug, now })
    return (await unsubscribeByToken(db, token, now)) ? ok(null) : err('link_invalid')
  })
}

/**
 * Switches newsletter and referral emails on or off, and records each change. The account's address is verified, so
 * it needs no confirmation.
 */
export async function chooseEmails(ctx: Ctx, selection: Record<EmailPurpose, boolean>) {
  const { actor } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  return inTransaction(ctx, async (db) => {
    if (!(await lockCustomer(db, actor.id))) return err('signed_out')
    const current = await readEmailChoices(db, actor)
    // If newsletters are disabled, nobody can subscribe, but subscribers can stay.
    const newsletter = selection.newsletter && (ctx.config.features.newsletter || current.newsletter.isGiven)
    const accepted = { ...selection, newsletter }
    for (const purpose of EMAIL_PURPOSES.filter((name) => accepted[name] !== current[name].isGiven)) {
      const isGiven = accepted[purpose]
      await recordConsent(db, { userId: actor.id, purpose, isGiven, decidedAt: ctx.now })
      if (purpose === 'newsletter') await changeNewsletter(ctx, db, actor, isGiven)
    }
    return ok(null)
  })
}

async function changeNewsletter({ now, jobs }: Ctx, db: Db, { email }: Person, isGiven: boolean) {
  if (!isGiven) return unsubscribeAddress(db, email, now)
  const subscriptionId = await subscribeAddress(db, { email, unsubscribeToken: newToken(), now })
  await jobs.send(db, {
    queue: 'newsletter-welcome',
    data: { subscriptionId },
    to: { email, askedBy: 'owner' },
  })
}
