import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import type { NewsletterDraft } from '#shop/newsletters/newsletter-fields.ts'
import { lockNewsletter, updateDraft } from '#shop/newsletters/newsletters.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

export type NewsletterUpdate = NewsletterDraft & {
  newsletterId: string
  /** The `updatedAt` that the admin saw; a draft changed since is not overwritten. */
  seenAt: Date
}

/** An admin changes a draft. Saving it unchanged records nothing. Returns the draft as it is now. */
export async function updateNewsletter(ctx: Ctx, { newsletterId, seenAt, ...draft }: NewsletterUpdate) {
  const { actor, now } = ctx
  if (!may(actor, 'newsletters')) return err('not_allowed')
  if (!isUuid(newsletterId)) return err('newsletter_not_found')
  return inTransaction(ctx, async (db) => {
    const before = await lockNewsletter(db, newsletterId)
    if (!before) return err('newsletter_not_found')
    if (before.status !== 'draft') return err('newsletter_not_draft')
    if (seenAt.getTime() !== before.updatedAt.getTime()) return err('newsletter_changed')
    const after = { ...before, ...draft }
    const noted = { action: 'update', entity: 'newsletter', entityId: newsletterId } as const
    await recordChange(db, { ...noted, before, after, actorId: actor.id, now })
    await updateDraft(db, newsletterId, draft, now)
    return ok({ ...after, updatedAt: now })
  })
}
