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
 * Sets newsletter and referral emails and records each change. The verified address needs no confirmation.
 */
export async function chooseEmails(ctx: Ctx, wanted: Record<EmailPurpose, boolean>) {
  const { actor } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  return inTransaction(ctx, async (db) => {
    if (!(await lockCustomer(db, actor.id))) return err('signed_out')
    const choices = await readEmailChoices(db, actor)
    // Without the feature nobody can subscribe.
    const newsletter = wanted.newsletter && (ctx.config.features.newsletter || choices.newsletter.isGiven)
    const possible = { ...wanted, newsletter }
    for (const purpose of EMAIL_PURPOSES.filter((name) => possible[name] !== choices[name].isGiven)) {
      const isGiven = possible[purpose]
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
