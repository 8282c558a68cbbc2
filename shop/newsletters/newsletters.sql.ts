/** The only place that writes newsletters and recipients. */
import { sql } from 'kysely'
import { recorderOf } from '#shop/audit/audit.sql.ts'
import type { Db } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import type { Newsletter } from '#shop/newsletters/newsletter.ts'
import { NEWSLETTER_FIELDS, type NewsletterDraft } from '#shop/newsletters/newsletter-fields.ts'
import { subscriptionsOf } from '#shop/newsletters/newsletters.read.ts'

export const recordNewsletter = recorderOf('newsletter', NEWSLETTER_FIELDS)

/** Inserts a draft. Its slug is month and number: '2026-11-7'. */
export async function insertNewsletter(
  db: Db,
  { month, now, ...draft }: NewsletterDraft & { id?: string; month: string; now: Date },
): Promise<Newsletter> {
  const slug = sql<string>`${`${month}-`} || nextval('newsletter_numbers')`
  return db
    .insertInto('newsletters')
    .values({ ...draft, slug, status: 'draft', createdAt: now, updatedAt: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Locks and returns a newsletter, or null if it does not exist. */
export async function lockNewsletter(db: Db, id: string): Promise<Newsletter | null> {
  if (!isUuid(id)) return null
  const row = await db
    .selectFrom('newsletters')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Changes a draft, which the caller has locked. */
export async function updateDraft(db: Db, id: string, draft: NewsletterDraft, now: Date): Promise<void> {
  await db
    .updateTable('newsletters')
    .set({ ...draft, updatedAt: now })
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .execute()
}

/** Deletes a draft, which the caller has locked. */
export async function deleteDraft(db: Db, id: string): Promise<void> {
  await db.deleteFrom('newsletters').where('id', '=', id).where('status', '=', 'draft').execute()
}

/** Serializes starts of sendings and restored drafts, so that each sees the previous one. */
export async function serializeSendings(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('newsletters', 0))`.execute(db)
}

/** Returns false if the newsletter is no longer a draft. */
export async function beginSending(db: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('newsletters')
    .set({ status: 'sending', batch: 1, startedAt: now, updatedAt: now })
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stores the audience as recipients. Returns their number. */
export async function insertRecipients(db: Db, newsletter: Newsletter, now: Date): Promise<number> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('newsletterRecipients')
    .columns(['newsletterId', 'subscriptionId'])
    .expression(
      subscriptionsOf(db, newsletter, now).select([
        sql<string>`${newsletter.id}::uuid`.as('newsletterId'),
        'newsletterSubscriptions.id',
      ]),
    )
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows)
}

type End = { as: 'stopped' | 'sent'; reason?: string; now: Date }

/** Returns false if the newsletter is not being sent. `reason`: the mail server's refusal that stopped it. */
export async function endSending(db: Db, id: string, { as, reason, now }: End): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('newsletters')
    .set({ status: as, stopReason: reason ?? null, endedAt: now, updatedAt: now })
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Starts a new batch and returns its number. Jobs of the old batch then do nothing. Null if the newsletter is not
 * stopped, or no recipient is left.
 */
export async function resumeSending(db: Db, id: string, now: Date): Promise<number | null> {
  const row = await db
    .updateTable('newsletters')
    .set((eb) => ({
      status: 'sending',
      batch: eb('batch', '+', 1),
      endedAt: null,
      stopReason: null,
      updatedAt: now,
    }))
    .where('id', '=', id)
    .where('status', '=', 'stopped')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('newsletterRecipients')
          .select('newsletterRecipients.id')
          .whereRef('newsletterRecipients.newsletterId', '=', 'newsletters.id')
          .where('newsletterRecipients.state', '=', 'queued'),
      ),
    )
    .returning('batch')
    .executeTakeFirst()
  return row?.batch ?? null
}

/** Returns false if another job has advanced the batch, or the sending has ended. */
export async function advanceBatch(db: Db, id: string, batch: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('newsletters')
    .set({ batch: batch + 1 })
    .where('id', '=', id)
    .where('batch', '=', batch)
    .where('status', '=', 'sending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Lists recipients to whom an email can be sent now, those with the fewest attempts first. */
export async function listDueRecipients(
  db: Db,
  { newsletterId, now, limit }: { newsletterId: string; now: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('newsletterRecipients')
    .select('id')
    .where('newsletterId', '=', newsletterId)
    .where('state', '=', 'queued')
    .where((eb) => eb.or([eb('heldUntil', 'is', null), eb('heldUntil', '<=', now)]))
    .orderBy('tries')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the earliest time at which a recipient is due (possibly past), or null if none is left. */
export async function nextDueTime(db: Db, newsletterId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('newsletterRecipients')
    .select(sql<Date | null>`min(coalesce(held_until, 'epoch'))`.as('turn'))
    .where('newsletterId', '=', newsletterId)
    .where('state', '=', 'queued')
    .executeTakeFirst()
  return row?.turn ?? null
}

/** Returns null if another job holds the recipient, the sending has stopped or the subscription has ended. */
export async function holdRecipient(db: Db, { id, until, now }: { id: string; until: Date; now: Date }) {
  const row = await db
    .updateTable('newsletterRecipients as recipient')
    .from('newsletters')
    .from('newsletterSubscriptions as subscription')
    .set((eb) => ({ heldUntil: until, tries: eb('recipient.tries', '+', 1) }))
    .where('recipient.id', '=', id)
    .where('recipient.state', '=', 'queued')
    .where((eb) => eb.or([eb('recipient.heldUntil', 'is', null), eb('recipient.heldUntil', '<=', now)]))
    .whereRef('newsletters.id', '=', 'recipient.newsletterId')
    .where('newsletters.status', '=', 'sending')
    .whereRef('subscription.id', '=', 'recipient.subscriptionId')
    .where('subscription.status', '=', 'confirmed')
    .where('subscription.undeliverableAt', 'is', null)
    .returning(['recipient.id as recipientId', 'subscription.email', 'subscription.unsubscribeToken'])
    .executeTakeFirst()
  return row ?? null
}

function updateQueued(db: Db, id: string) {
  return db.updateTable('newsletterRecipients').where('id', '=', id).where('state', '=', 'queued')
}

/** Skips a recipient whose subscription has ended, was deleted or is undeliverable. */
export async function skipUnsubscribed(db: Db, id: string): Promise<void> {
  await updateQueued(db, id)
    .set({ state: 'skipped', heldUntil: null })
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('newsletterSubscriptions')
            .select('newsletterSubscriptions.id')
            .whereRef('newsletterSubscriptions.id', '=', 'newsletterRecipients.subscriptionId')
            .where('newsletterSubscriptions.status', '=', 'confirmed')
            .where('newsletterSubscriptions.undeliverableAt', 'is', null),
        ),
      ),
    )
    .execute()
}

/** Records that the mail server accepted the email. */
export async function markSent(db: Db, id: string, now: Date): Promise<void> {
  await updateQueued(db, id).set({ state: 'sent', sentAt: now, heldUntil: null }).execute()
}

/** Queues the next attempt for `at`, or marks the recipient as failed after `maxTries`. */
export async function requeueOrFail(
  db: Db,
  { id, at, maxTries }: { id: string; at: Date; maxTries: number },
) {
  await updateQueued(db, id)
    .set((eb) => ({
      state: eb.case().when('tries', '>=', maxTries).then('failed').else('queued').end(),
      heldUntil: sql<Date | null>`case when tries < ${maxTries} then ${at}::timestamptz end`,
    }))
    .execute()
}

/** Releases a claimed recipient without counting the attempt. */
export async function releaseRecipient(db: Db, id: string): Promise<void> {
  await updateQueued(db, id)
    .set((eb) => ({ heldUntil: null, tries: eb('tries', '-', 1) }))
    .execute()
}
