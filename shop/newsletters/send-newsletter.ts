import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isComplete } from '#shop/newsletters/markup.ts'
import { PROMISED_DAYS } from '#shop/newsletters/newsletter.ts'
import { findSentSince } from '#shop/newsletters/newsletters.read.ts'
import {
  beginSending,
  insertRecipients,
  lockBeginnings,
  lockNewsletter,
} from '#shop/newsletters/newsletters.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

export type NewsletterSending = {
  newsletterId: string
  /** The `updatedAt` of the draft that the admin saw. */
  seenAt: Date
  /** The number of recipients that the admin agreed to. */
  recipients: number
  /** The admin sends it although another was sent in the promised days. */
  despitePromise: boolean
}

/**
 * An admin sends a draft, once: its recipients are written down and its first batch is queued. Returns the number of
 * recipients, which is the one that the admin saw.
 */
export async function sendNewsletter(
  ctx: Ctx,
  { newsletterId, seenAt, recipients, despitePromise }: NewsletterSending,
) {
  const { actor, now } = ctx
  if (!may(actor, 'newsletters')) return err('not_allowed')
  if (!isUuid(newsletterId)) return err('newsletter_not_found')
  return inTransaction(ctx, async (db) => {
    await lockBeginnings(db)
    const draft = await lockNewsletter(db, newsletterId)
    if (!draft) return err('newsletter_not_found')
    if (draft.status !== 'draft') return err('newsletter_not_draft')
    if (seenAt.getTime() !== draft.updatedAt.getTime()) return err('newsletter_changed')
    if (!isComplete(draft)) return err('newsletter_incomplete')
    const since = new Date(now.getTime() - PROMISED_DAYS * DAY_MS)
    const earlier = await findSentSince(db, { since, except: newsletterId })
    if (earlier && !despitePromise) return err('newsletter_too_soon')
    if (!(await beginSending(db, newsletterId, now))) return err('newsletter_not_draft')
    const count = await insertRecipients(db, draft, now)
    if (count === 0) return err('newsletter_for_nobody')
    if (count !== recipients) return err('newsletter_count_changed')
    await ctx.jobs.send(db, { queue: 'newsletter-batch', data: { newsletterId, batch: 1 } })
    const noted = { action: 'send', entity: 'newsletter', entityId: newsletterId } as const
    const before = { status: 'draft', recipients: null, despitePromise: null }
    const after = { status: 'sending', recipients: count, despitePromise: earlier ? despitePromise : null }
    await recordChange(db, { ...noted, before, after, actorId: actor.id, now })
    return ok(count)
  })
}
