import type { Ctx, Db } from '#shop/ctx.ts'
import { EMAIL_PURPOSES, type EmailPurpose } from '#shop/customers/consent.ts'
import { readEmailChoices } from '#shop/customers/users.read.ts'
import { lockCustomer, recordConsent } from '#shop/customers/users.sql.ts'
import { newToken } from '#shop/email-token.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { subscribeAddress, unsubscribeAddress } from '#shop/messages/subscriptions.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/**
 * Switches the newsletter and the referral emails on or off; each change is recorded with its time. The account's
 * address is verified, so the newsletter needs no confirmation link.
 */
export async function chooseEmails(ctx: Ctx, wanted: Record<EmailPurpose, boolean>) {
  const { actor } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  return inTransaction(ctx, async (db) => {
    if (!(await lockCustomer(db, actor.id))) return err('signed_out')
    const before = await readEmailChoices(db, actor)
    // A newsletter that is switched off in the shop cannot be subscribed to.
    const newsletter = wanted.newsletter && (ctx.config.features.newsletter || before.newsletter.isGiven)
    const possible = { ...wanted, newsletter }
    for (const purpose of EMAIL_PURPOSES.filter((one) => possible[one] !== before[one].isGiven)) {
      const isGiven = possible[purpose]
      await recordConsent(db, { userId: actor.id, purpose, isGiven, decidedAt: ctx.now })
      if (purpose === 'newsletter') await changeNewsletter(ctx, db, actor, isGiven)
    }
    return ok(null)
  })
}

async function changeNewsletter(
  { now, jobs }: Ctx,
  db: Db,
  { email }: Person,
  isGiven: boolean,
): Promise<void> {
  if (!isGiven) return unsubscribeAddress(db, email, now)
  const subscriptionId = await subscribeAddress(db, { email, unsubscribeToken: newToken(), now })
  await jobs.send(db, {
    queue: 'newsletter-welcome',
    data: { subscriptionId },
    to: { email, askedBy: 'owner' },
  })
}
