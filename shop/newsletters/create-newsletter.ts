import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import type { NewsletterDraft } from '#shop/newsletters/newsletter-fields.ts'
import { insertNewsletter } from '#shop/newsletters/newsletters.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/** An admin begins a newsletter; any of its texts may still be empty. */
export async function createNewsletter(ctx: Ctx, draft: NewsletterDraft) {
  const { actor, now } = ctx
  if (!may(actor, 'newsletters')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const newsletter = await insertNewsletter(db, { ...draft, month: dayOf(now).slice(0, 7), now })
    const noted = { action: 'create', entity: 'newsletter', entityId: newsletter.id } as const
    await recordChange(db, { ...noted, before: null, after: draft, actorId: actor.id, now })
    return ok(newsletter)
  })
}
