import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isComplete } from '#shop/newsletters/markup.ts'
import { PROMISED_DAYS } from '#shop/newsletters/newsletter.ts'
import type { NewsletterDraft } from '#shop/newsletters/newsletter-fields.ts'
import { findNewsletter, findSentSince } from '#shop/newsletters/newsletters.read.ts'
import {
  beginSending,
  deleteDraft,
  endSending,
  insertNewsletter,
  insertRecipients,
  lockBeginnings,
  lockNewsletter,
  resumeSending,
  updateDraft,
} from '#shop/newsletters/newsletters.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/** Texts may be empty. */
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

/** Copies texts and audience. */
export async function copyNewsletter(ctx: Ctx, newsletterId: string) {
  const { actor, now } = ctx
  if (!may(actor, 'newsletters')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const copied = await findNewsletter(db, newsletterId)
    if (!copied) return err('newsletter_not_found')
    const { subject, preheader, body, ordered, days, state } = copied
    // A state that drafts no longer offer is a problem of the form, not of the copy.
    const draft = { subject, preheader, body, ordered, days, state: state as NewsletterDraft['state'] }
    const newsletter = await insertNewsletter(db, { ...draft, month: dayOf(now).slice(0, 7), now })
    const noted = { action: 'create', entity: 'newsletter', entityId: newsletter.id } as const
    await recordChange(db, { ...noted, before: null, after: draft, actorId: actor.id, now })
    return ok(newsletter)
  })
}

export type NewsletterUpdate = NewsletterDraft & {
  newsletterId: string
  /** The `updatedAt` that the admin saw. */
  seenAt: Date
}

/** Returns the draft as it is now. */
export async function updateNewsletter(ctx: Ctx, { newsletterId, seenAt, ...draft }: NewsletterUpdate) {
  const { actor, now } = ctx
  if (!may(actor, 'newsletters')) return err('not_allowed')
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

/** Sent newsletters stay, with their results. */
export async function removeNewsletter(ctx: Ctx, newsletterId: string, seenAt: Date) {
  const { actor, now } = ctx
  if (!may(actor, 'newsletters')) return err('not_allowed')
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

/** To the admin who asks. The caller limits how often. */
export async function sendTestNewsletter(ctx: Ctx, newsletterId: string) {
  const { actor, db } = ctx
  if (!may(actor, 'newsletters')) return err('not_allowed')
  const newsletter = await findNewsletter(db, newsletterId)
  if (!newsletter) return err('newsletter_not_found')
  if (!isComplete(newsletter)) return err('newsletter_incomplete')
  await ctx.jobs.send(db, { queue: 'newsletter-test', data: { newsletterId, userId: actor.id } })
  return ok(null)
}

export type NewsletterSending = {
  newsletterId: string
  /** The `updatedAt` that the admin saw. */
  seenAt: Date
  /** Confirmed by the admin. */
  recipients: number
  /** Within the promised days of another one. */
  despitePromise: boolean
}

/** Sends a draft once: stores recipients and queues the first batch. Returns their number. */
export async function sendNewsletter(
  ctx: Ctx,
  { newsletterId, seenAt, recipients, despitePromise }: NewsletterSending,
) {
  const { actor, now } = ctx
  if (!may(actor, 'newsletters')) return err('not_allowed')
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

/** An email on its way is still sent. */
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

/** For recipients without the email; ended subscriptions are skipped. */
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
