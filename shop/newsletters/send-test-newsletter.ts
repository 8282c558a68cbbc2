import type { Ctx } from '#shop/ctx.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isComplete } from '#shop/newsletters/markup.ts'
import { findNewsletter } from '#shop/newsletters/newsletters.read.ts'

/** Queues a test email of a newsletter to the admin who asks for it. The caller limits how often. */
export async function sendTestNewsletter(ctx: Ctx, newsletterId: string) {
  const { actor, db } = ctx
  if (!may(actor, 'newsletters')) return err('not_allowed')
  const newsletter = await findNewsletter(db, newsletterId)
  if (!newsletter) return err('newsletter_not_found')
  if (!isComplete(newsletter)) return err('newsletter_incomplete')
  await ctx.jobs.send(db, { queue: 'newsletter-test', data: { newsletterId, userId: actor.id } })
  return ok(null)
}
