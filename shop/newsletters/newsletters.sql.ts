/** The only place that writes newsletters and recipients. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import type { Newsletter } from '#shop/newsletters/newsletter.ts'
import type { NewsletterDraft } from '#shop/newsletters/newsletter-fields.ts'
import { subscriptionsOf } from '#shop/newsletters/newsletters.read.ts'

/** The slug is month and number: '2026-11'. */
export async function insertNewsletter(
  db: Db,
  { month, now, ...draft }: NewsletterDraft & { month: string; now: Date },
): Promise<Newsletter> {
  const slug = sql<string>`${`${month}-`} || nextval('newsletter_numbers')`
  return db
    .insertInto('newsletters')
    .values({ ...draft, slug, status: 'draft', createdAt: now, updatedAt: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Locked until the transaction ends, or null. */
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

/** The caller has locked the draft. */
export async function updateDraft(db: Db, id: string, draft: NewsletterDraft, now: Date): Promise<void> {
  await db
    .updateTable('newsletters')
    .set({ ...draft, updatedAt: now })
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .execute()
}

/** The caller has locked the draft. */
export async function deleteDraft(db: Db, id: string): Promise<void> {
  await db.deleteFrom('newsletters').where('id', '=', id).where('status', '=', 'draft').execute()
}

/** Serializes beginnings, so that each sees the last. */
export async function lockBeginnings(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('newsletters', 0))`.execute(db)
}

/** False if no longer a draft. */
export async function beginSending(db: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('newsletters')
    .set({ status: 'sending', batch: 1, startedAt: now, updatedAt: now })
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns their number. */
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

/** False if not sending. `reason`: why the shop stopped it. */
export async function endSending(db: Db, id: string, { as, reason, now }: End): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('newsletters')
    .set({ status: as, stopReason: reason ?? null, endedAt: now, updatedAt: now })
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns a new batch number, which ends jobs of the old one. Null if not stopped, or nobody is left. */
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

/** False if another job did, or the sending has ended. */
export async function nextBatch(db: Db, id: string, batch: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('newsletters')
    .set({ batch: batch + 1 })
    .where('id', '=', id)
    .where('batch', '=', batch)
    .where('status', '=', 'sending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Fewest attempts first. */
export async function dueRecipients(
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

/** Null if nobody is left; in the past: at once. */
export async function nextTurn(db: Db, newsletterId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('newsletterRecipients')
    .select(sql<Date | null>`min(coalesce(held_until, 'epoch'))`.as('turn'))
    .where('newsletterId', '=', newsletterId)
    .where('state', '=', 'queued')
    .executeTakeFirst()
  return row?.turn ?? null
}

/** Null if held by another job, stopped or unsubscribed. */
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

/** Unsubscribed, deleted or undeliverable. */
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

/** Handed over. */
export async function markSent(db: Db, id: string, now: Date): Promise<void> {
  await updateQueued(db, id).set({ state: 'sent', sentAt: now, heldUntil: null }).execute()
}

/** Waits until `at`, or fails at `maxTries`. */
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

/** No email could be sent at all. */
export async function giveBack(db: Db, id: string): Promise<void> {
  await updateQueued(db, id)
    .set((eb) => ({ heldUntil: null, tries: eb('tries', '-', 1) }))
    .execute()
}
