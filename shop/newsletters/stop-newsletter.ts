import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { endSending } from '#shop/newsletters/newsletters.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/** An admin stops the sending until it is resumed. The email that is on its way is sent, no other. */
export async function stopNewsletter(ctx: Ctx, newsletterId: string) {
  const { actor, now } = ctx
  if (!may(actor, 'newsletters')) return err('not_allowed')
  if (!isUuid(newsletterId)) return err('newsletter_not_sending')
  return inTransaction(ctx, async (db) => {
    if (!(await endSending(db, newsletterId, { as: 'stopped', now }))) return err('newsletter_not_sending')
    const noted = { action: 'stop', entity: 'newsletter', entityId: newsletterId } as const
    const [before, after] = [{ status: 'sending' }, { status: 'stopped' }]
    await recordChange(db, { ...noted, before, after, actorId: actor.id, now })
    return ok(null)
  })
}
