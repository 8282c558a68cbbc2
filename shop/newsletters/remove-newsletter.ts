import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { deleteDraft, lockNewsletter } from '#shop/newsletters/newsletters.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/** An admin deletes a draft as it was at `seenAt`. What was sent stays, with its results. */
export async function removeNewsletter(ctx: Ctx, newsletterId: string, seenAt: Date) {
  const { actor, now } = ctx
  if (!may(actor, 'newsletters')) return err('not_allowed')
  if (!isUuid(newsletterId)) return err('newsletter_not_found')
  return inTransaction(ctx, async (db) => {
    const before = await lockNewsletter(db, newsletterId)
    if (!before) return err('newsletter_not_found')
    if (before.status !== 'draft') return err('newsletter_not_draft')
    if (before.updatedAt.getTime() !== seenAt.getTime()) return err('edit_conflict')
    await deleteDraft(db, newsletterId)
    const noted = { action: 'delete', entity: 'newsletter', entityId: newsletterId } as const
    await recordChange(db, { ...noted, before, after: null, actorId: actor.id, now })
    return ok(null)
  })
}
