import type { Ctx } from '#shop/ctx.ts'
import { tokenHash } from '#shop/email-token.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { confirm } from '#shop/messages/subscriptions.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

export type NewsletterLinkRefusal = { ok: false; reason: 'link_invalid' }

/** Confirms the subscription with this token and emails the unsubscribe link. Repeating it changes nothing. */
export async function confirmNewsletter(
  ctx: Ctx,
  token: string,
): Promise<Result<null, NewsletterLinkRefusal>> {
  return inTransaction<null, NewsletterLinkRefusal>(ctx, async (db) => {
    const confirmed = await confirm(db, tokenHash(token), ctx.now)
    if (!confirmed) return err('link_invalid')
    const data = { subscriptionId: confirmed.id }
    const { email, isNew } = confirmed
    await ctx.jobs.wasWanted(db, email)
    const to = { email, askedBy: 'owner' } as const
    if (isNew) await ctx.jobs.send(db, { queue: 'newsletter-welcome', data, to })
    return ok(null)
  })
}
