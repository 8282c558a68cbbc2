import { listChanges } from '#shop/audit/audit.read.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
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
  lockNewsletter,
  recordNewsletter,
  resumeSending,
  serializeSendings,
  updateDraft,
} from '#shop/newsletters/newsletters.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/** Runs `work` in a transaction if the actor may write newsletters. */
function inNewsletters<Outcome extends Result<unknown>>(ctx: Ctx, work: (db: Db) => Promise<Outcome>) {
  return may(ctx.actor, 'newsletters') ? inTransaction(ctx, work) : err('not_allowed')
}

/** Creates a draft, whose texts may be empty. */
export async function createNewsletter(ctx: Ctx, draft: NewsletterDraft) {
  const { now } = ctx
  return inNewsletters(ctx, async (db) => {
    const newsletter = await insertNewsletter(db, { ...draft, month: dayOf(now).slice(0, 7), now })
    await recordNewsletter(db, ctx, 'create', newsletter.id, null, draft)
    return ok(newsletter)
  })
}

/** Creates a draft with texts and audience of another newsletter. */
export async function copyNewsletter(ctx: Ctx, newsletterId: string) {
  if (!may(ctx.actor, 'newsletters')) return err('not_allowed')
  const original = await findNewsletter(ctx.db, newsletterId)
  if (!original) return err('newsletter_not_found')
  const { subject, preheader, body, ordered, days, state } = original
  // Copies a state even if it is no longer offered. The form then reports it.
  const draft = { subject, preheader, body, ordered, days, state: state as NewsletterDraft['state'] }
  return createNewsletter(ctx, draft)
}

type Edit = {
  newsletterId: string
  /** The draft's `updatedAt` when the admin opened it. */
  seenAt: Date
}

/** Locks a draft. Refuses if another admin has changed it since `seenAt`. */
async function lockDraft(db: Db, { newsletterId, seenAt }: Edit) {
  const draft = await lockNewsletter(db, newsletterId)
  if (!draft) return err('newsletter_not_found')
  if (draft.status !== 'draft') return err('newsletter_not_draft')
  return seenAt.getTime() === draft.updatedAt.getTime() ? ok(draft) : err('newsletter_changed')
}

/** Changes a draft and returns it. */
export async function updateNewsletter(ctx: Ctx, { newsletterId, seenAt, ...draft }: NewsletterDraft & Edit) {
  return inNewsletters(ctx, async (db) => {
    const locked = await lockDraft(db, { newsletterId, seenAt })
    if (!locked.ok) return locked
    const after = { ...locked.value, ...draft }
    await recordNewsletter(db, ctx, 'update', newsletterId, locked.value, after)
    await updateDraft(db, newsletterId, draft, ctx.now)
    return ok({ ...after, updatedAt: ctx.now })
  })
}

/** Deletes a draft. Sent newsletters cannot be deleted. */
export async function removeNewsletter(ctx: Ctx, newsletterId: string, seenAt: Date) {
  return inNewsletters(ctx, async (db) => {
    const locked = await lockDraft(db, { newsletterId, seenAt })
    if (!locked.ok) return locked.reason === 'newsletter_changed' ? err('edit_conflict') : locked
    await deleteDraft(db, newsletterId)
    await recordNewsletter(db, ctx, 'delete', newsletterId, locked.value, null)
    return ok(null)
  })
}

/** Undoes the deletion of a draft, once. Its texts are taken from the audit log. */
export async function restoreDraft(ctx: Ctx, newsletterId: string) {
  return inNewsletters(ctx, async (db) => {
    await serializeSendings(db)
    const [entry] = await listChanges(db, { entity: 'newsletter', entityId: newsletterId, limit: 1 })
    if (entry?.action !== 'delete') return err('action_not_found')
    const { subject, preheader, body, ordered, days, state } = entry.before as NewsletterDraft
    const draft = { subject, preheader, body, ordered, days, state }
    const month = dayOf(ctx.now).slice(0, 7)
    await insertNewsletter(db, { ...draft, id: newsletterId, month, now: ctx.now })
    await recordNewsletter(db, ctx, 'restore', newsletterId, null, draft)
    return ok(null)
  })
}

/** Queues a test email to the actor. The caller limits how often. */
export async function sendTestNewsletter(ctx: Ctx, newsletterId: string) {
  const { actor, db } = ctx
  if (!may(actor, 'newsletters')) return err('not_allowed')
  const newsletter = await findNewsletter(db, newsletterId)
  if (!newsletter) return err('newsletter_not_found')
  if (!isComplete(newsletter)) return err('newsletter_incomplete')
  await ctx.jobs.send(db, { queue: 'newsletter-test', data: { newsletterId, userId: actor.id } })
  return ok(null)
}

export type NewsletterSending = Edit & {
  /** The number of recipients that the admin confirmed. */
  recipients: number
  /** True to send it although another newsletter was sent within the promised days. */
  despitePromise: boolean
}

/** Sends a draft once: stores its recipients and queues the first batch. Returns the number of recipients. */
export async function sendNewsletter(ctx: Ctx, { recipients, despitePromise, ...seen }: NewsletterSending) {
  const { newsletterId } = seen
  return inNewsletters(ctx, async (db) => {
    await serializeSendings(db)
    const locked = await lockDraft(db, seen)
    if (!locked.ok) return locked
    if (!isComplete(locked.value)) return err('newsletter_incomplete')
    const since = new Date(ctx.now.getTime() - PROMISED_DAYS * DAY_MS)
    const earlier = await findSentSince(db, { since, except: newsletterId })
    if (earlier && !despitePromise) return err('newsletter_too_soon')
    if (!(await beginSending(db, newsletterId, ctx.now))) return err('newsletter_not_draft')
    const count = await insertRecipients(db, locked.value, ctx.now)
    if (count === 0) return err('newsletter_for_nobody')
    if (count !== recipients) return err('newsletter_count_changed')
    await ctx.jobs.send(db, { queue: 'newsletter-batch', data: { newsletterId, batch: 1 } })
    const previous = { status: 'draft', recipients: null, despitePromise: null }
    const after = { status: 'sending', recipients: count, despitePromise: earlier ? despitePromise : null }
    await recordNewsletter(db, ctx, 'send', newsletterId, previous, after)
    return ok(count)
  })
}

/** Stops the sending. An email that is being sent still arrives. */
export async function stopNewsletter(ctx: Ctx, newsletterId: string) {
  return inNewsletters(ctx, async (db) => {
    const end = { as: 'stopped', now: ctx.now } as const
    if (!isUuid(newsletterId) || !(await endSending(db, newsletterId, end)))
      return err('newsletter_not_sending')
    await recordNewsletter(db, ctx, 'stop', newsletterId, { status: 'sending' }, { status: 'stopped' })
    return ok(null)
  })
}

/** Continues with the recipients that did not get the email. Ended subscriptions are skipped. */
export async function resumeNewsletter(ctx: Ctx, newsletterId: string) {
  return inNewsletters(ctx, async (db) => {
    const batch = isUuid(newsletterId) ? await resumeSending(db, newsletterId, ctx.now) : null
    if (batch === null) return err('newsletter_not_stopped')
    await ctx.jobs.send(db, { queue: 'newsletter-batch', data: { newsletterId, batch } })
    await recordNewsletter(db, ctx, 'resume', newsletterId, { status: 'stopped' }, { status: 'sending' })
    return ok(null)
  })
}
