/** The only place that writes newsletter subscriptions. */
import type { Db } from '#shop/ctx.ts'
import type { SubscriptionStatus } from '#shop/messages/subscription.ts'

export type RequestedSubscription = {
  email: string
  confirmTokenHash: string
  confirmUntil: Date
  unsubscribeToken: string
  now: Date
  /** A request is ignored when an email was sent after this time. */
  quietSince: Date
}

/**
 * Records a request: new and returning addresses become pending, confirmed ones stay confirmed. Null when an email was
 * sent recently.
 */
export async function requestSubscription(
  db: Db,
  asked: RequestedSubscription,
): Promise<{ id: string; status: SubscriptionStatus } | null> {
  const { email, confirmTokenHash, confirmUntil, unsubscribeToken, now, quietSince } = asked
  const fresh = { email, confirmTokenHash, confirmUntil, unsubscribeToken, createdAt: now, mailedAt: now }
  const row = await db
    .insertInto('newsletterSubscriptions')
    .values({ ...fresh, status: 'pending' })
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
            // For a returning address the time until deletion restarts.
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
  // The schema checks the status.
  return row ? { id: row.id, status: row.status as SubscriptionStatus } : null
}

/**
 * Confirms the subscription with this token; repeating it changes nothing. Null when the link is invalid or expired.
 */
export async function confirm(
  db: Db,
  confirmTokenHash: string,
  now: Date,
): Promise<{ id: string; email: string; isNew: boolean } | null> {
  const changed = await db
    .updateTable('newsletterSubscriptions')
    .set({ status: 'confirmed', confirmedAt: now, unsubscribedAt: null, undeliverableAt: null })
    .where('confirmTokenHash', '=', confirmTokenHash)
    .where('status', '=', 'pending')
    .where('confirmUntil', '>', now)
    .returning(['id', 'email'])
    .executeTakeFirst()
  if (changed) return { ...changed, isNew: true }
  const already = await db
    .selectFrom('newsletterSubscriptions')
    .select(['id', 'email'])
    .where('confirmTokenHash', '=', confirmTokenHash)
    .where('status', '=', 'confirmed')
    .executeTakeFirst()
  return already ? { ...already, isNew: false } : null
}

const STOPPED = {
  status: 'unsubscribed',
  confirmTokenHash: null,
  confirmUntil: null,
  mailedAt: null,
} as const

/** Ends the subscription with this token, and invalidates its confirmation link. */
export async function unsubscribe(db: Db, unsubscribeToken: string, now: Date): Promise<boolean> {
  const changed = await db
    .updateTable('newsletterSubscriptions')
    .set({ ...STOPPED, unsubscribedAt: now })
    .where('unsubscribeToken', '=', unsubscribeToken)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Notes that a subscriber is leaving by the link in this newsletter; nothing for those who have left already. */
export async function noteLeaving(
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

/** Notes that a recipient's address does not exist. */
export async function markUndeliverable(db: Db, recipientId: string, now: Date): Promise<void> {
  await db
    .updateTable('newsletterSubscriptions as subscription')
    .from('newsletterRecipients as recipient')
    .set({ undeliverableAt: now })
    .where('recipient.id', '=', recipientId)
    .whereRef('subscription.id', '=', 'recipient.subscriptionId')
    .execute()
}

/** Subscribes an address that is verified already. Returns the subscription's id. */
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

/** Ends an address's subscription, and invalidates its confirmation link. */
export async function unsubscribeAddress(db: Db, email: string, now: Date): Promise<void> {
  await db
    .updateTable('newsletterSubscriptions')
    .set({ ...STOPPED, unsubscribedAt: now })
    .where('email', '=', email)
    .execute()
}

/** Deletes an address's subscription and returns its id; null when there was none. */
export async function deleteSubscription(db: Db, email: string): Promise<string | null> {
  const row = await db
    .deleteFrom('newsletterSubscriptions')
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}
