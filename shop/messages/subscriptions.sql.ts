/** The only place that writes newsletter subscriptions. */
import type { Db } from '#shop/ctx.ts'

export type RequestedSubscription = {
  email: string
  confirmTokenHash: string
  confirmUntil: Date
  unsubscribeToken: string
  now: Date
  /** An address that got an email after this time gets no other email. */
  quietSince: Date
}

/** Stores a request. A deliverable confirmed address stays so, any other becomes pending. Null after a recent email. */
export async function requestSubscription(db: Db, request: RequestedSubscription) {
  const { email, confirmTokenHash, confirmUntil, unsubscribeToken, now, quietSince } = request
  const values = { email, confirmTokenHash, confirmUntil, unsubscribeToken, createdAt: now, mailedAt: now }
  const row = await db
    .insertInto('newsletterSubscriptions')
    .values({ ...values, status: 'pending' })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet((eb) => {
          const isConfirmed = eb.and([
            eb('newsletterSubscriptions.status', '=', 'confirmed'),
            eb('newsletterSubscriptions.undeliverableAt', 'is', null),
          ])
          return {
            status: eb.case().when(isConfirmed).then('confirmed').else('pending').end(),
            confirmTokenHash,
            confirmUntil,
            // Restarts the period after which a pending address is deleted.
            createdAt: eb
              .case()
              .when(isConfirmed)
              .then(eb.ref('newsletterSubscriptions.createdAt'))
              .else(now)
              .end(),
            mailedAt: now,
          }
        })
        .where((eb) =>
          eb.or([
            eb('newsletterSubscriptions.mailedAt', 'is', null),
            eb('newsletterSubscriptions.mailedAt', '<', quietSince),
          ]),
        ),
    )
    .returning(['id', 'status'])
    .executeTakeFirst()
  return row ?? null
}

/** Returns null if the link is invalid or expired. Idempotent. */
export async function confirmSubscription(db: Db, confirmTokenHash: string, now: Date) {
  const confirmed = await db
    .updateTable('newsletterSubscriptions')
    .set({ status: 'confirmed', confirmedAt: now, unsubscribedAt: null, undeliverableAt: null })
    .where('confirmTokenHash', '=', confirmTokenHash)
    .where('status', '=', 'pending')
    .where('confirmUntil', '>', now)
    .returning(['id', 'email'])
    .executeTakeFirst()
  if (confirmed) return { ...confirmed, isNew: true }
  const earlier = await db
    .selectFrom('newsletterSubscriptions')
    .select(['id', 'email'])
    .where('confirmTokenHash', '=', confirmTokenHash)
    .where('status', '=', 'confirmed')
    .executeTakeFirst()
  return earlier ? { ...earlier, isNew: false } : null
}

const UNSUBSCRIBED = {
  status: 'unsubscribed',
  confirmTokenHash: null,
  confirmUntil: null,
  mailedAt: null,
} as const

/** Ends the subscription with this token, and invalidates its confirmation link. */
export async function unsubscribeByToken(db: Db, unsubscribeToken: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('newsletterSubscriptions')
    .set({ ...UNSUBSCRIBED, unsubscribedAt: now })
    .where('unsubscribeToken', '=', unsubscribeToken)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Records in the newsletter's statistics that a confirmed subscriber used the unsubscribe link. */
export async function recordLeave(
  db: Db,
  { unsubscribeToken, slug, now }: { unsubscribeToken: string; slug: string; now: Date },
): Promise<void> {
  await db
    .updateTable('newsletterRecipients as recipient')
    .from('newsletters')
    .from('newsletterSubscriptions as subscription')
    .set({ unsubscribedAt: now })
    .where('newsletters.slug', '=', slug)
    .whereRef('recipient.newsletterId', '=', 'newsletters.id')
    .where('subscription.unsubscribeToken', '=', unsubscribeToken)
    .where('subscription.status', '=', 'confirmed')
    .whereRef('recipient.subscriptionId', '=', 'subscription.id')
    .where('recipient.unsubscribedAt', 'is', null)
    .execute()
}

export async function markUndeliverable(db: Db, recipientId: string, now: Date): Promise<void> {
  await db
    .updateTable('newsletterSubscriptions as subscription')
    .from('newsletterRecipients as recipient')
    .set({ undeliverableAt: now })
    .where('recipient.id', '=', recipientId)
    .whereRef('subscription.id', '=', 'recipient.subscriptionId')
    .execute()
}

/** Subscribes a verified address without confirmation. Returns the id. */
export async function subscribeAddress(
  db: Db,
  { email, unsubscribeToken, now }: { email: string; unsubscribeToken: string; now: Date },
): Promise<string> {
  const confirmed = {
    status: 'confirmed',
    confirmedAt: now,
    unsubscribedAt: null,
    undeliverableAt: null,
  } as const
  const { id } = await db
    .insertInto('newsletterSubscriptions')
    .values({ email, ...confirmed, unsubscribeToken, createdAt: now })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({ ...confirmed, confirmTokenHash: null, confirmUntil: null }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Ends the subscription of this address, and invalidates its confirmation link. */
export async function unsubscribeAddress(db: Db, email: string, now: Date): Promise<void> {
  await db
    .updateTable('newsletterSubscriptions')
    .set({ ...UNSUBSCRIBED, unsubscribedAt: now })
    .where('email', '=', email)
    .execute()
}

/** Returns the id of the deleted subscription, or null. */
export async function deleteSubscription(db: Db, email: string): Promise<string | null> {
  const row = await db
    .deleteFrom('newsletterSubscriptions')
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}
