import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { resumeSending } from '#shop/newsletters/newsletters.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/**
 * An admin goes on with a stopped newsletter. Only recipients who have not got it do; one whose subscription has ended
 * since is skipped. Refused when nobody is left.
 */
export async function resumeNewsletter(ctx: Ctx, newsletterId: string) {
  const { actor, now } = ctx
  if (!may(actor, 'newsletters')) return err('not_allowed')
  if (!isUuid(newsletterId)) return err('newsletter_not_stopped')
  return inTransaction(ctx, async (db) => {
    const batch = await resumeSending(db, newsletterId, now)
    if (batch === null) return err('newsletter_not_stopped')
    await ctx.jobs.send(db, { queue: 'newsletter-batch', data: { newsletterId, batch } })
    const noted = { action: 'resume', entity: 'newsletter', entityId: newsletterId } as const
    const [before, after] = [{ status: 'stopped' }, { status: 'sending' }]
    await recordChange(db, { ...noted, before, after, actorId: actor.id, now })
    return ok(null)
  })
}
