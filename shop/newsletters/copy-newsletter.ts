import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import type { NewsletterDraft } from '#shop/newsletters/newsletter-fields.ts'
import { findNewsletter } from '#shop/newsletters/newsletters.read.ts'
import { insertNewsletter } from '#shop/newsletters/newsletters.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/** An admin begins a draft with texts and audience of another newsletter, whatever became of that one. */
export async function copyNewsletter(ctx: Ctx, newsletterId: string) {
  const { actor, now } = ctx
  if (!may(actor, 'newsletters')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const copied = await findNewsletter(db, newsletterId)
    if (!copied) return err('newsletter_not_found')
    const { subject, preheader, body, ordered, days, state } = copied
    // A state that drafts no longer offer would be a problem of the form, not of the copy.
    const draft = { subject, preheader, body, ordered, days, state: state as NewsletterDraft['state'] }
    const newsletter = await insertNewsletter(db, { ...draft, month: dayOf(now).slice(0, 7), now })
    const noted = { action: 'create', entity: 'newsletter', entityId: newsletter.id } as const
    await recordChange(db, { ...noted, before: null, after: draft, actorId: actor.id, now })
    return ok(newsletter)
  })
}
