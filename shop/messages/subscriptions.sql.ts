/** The only place that writes newsletter subscriptions. */
import type { Db } from '#shop/ctx.ts'

export type RequestedSubscription = {
  email: string
  confirmTokenHash: string
  confirmUntil: Date
  unsubscribeToken: string
  now: Date
  /** No email since then. */
  quietSince: Date
}

/** Confirmed addresses stay so, others become pending. Null after a recent email. */
export async function requestSubscription(db: Db, request: RequestedSubscription) {
  const { email, confirmTokenHash, confirmUntil, unsubscribeToken, now, quietSince } = request
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
            // Restarts the time until deletion.
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

/** Null if invalid or expired. Repeatable. */
export async function confirm(db: Db, confirmTokenHash: string, now: Date) {
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

/** Also ends its confirmation link. */
export async function unsubscribe(db: Db, unsubscribeToken: string, now: Date): Promise<boolean> {
  const changed = await db
    .updateTable('newsletterSubscriptions')
    .set({ ...STOPPED, unsubscribedAt: now })
    .where('unsubscribeToken', '=', unsubscribeToken)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Attributes a confirmed subscriber's leaving to the newsletter. */
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

export async function markUndeliverable(db: Db, recipientId: string, now: Date): Promise<void> {
  await db
    .updateTable('newsletterSubscriptions as subscription')
    .from('newsletterRecipients as recipient')
    .set({ undeliverableAt: now })
    .where('recipient.id', '=', recipientId)
    .whereRef('subscription.id', '=', 'recipient.subscriptionId')
    .execute()
}

/** For a verified address. Returns the id. */
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

/** Also ends its confirmation link. */
export async function unsubscribeAddress(db: Db, email: string, now: Date): Promise<void> {
  await db
    .updateTable('newsletterSubscriptions')
    .set({ ...STOPPED, unsubscribedAt: now })
    .where('email', '=', email)
    .execute()
}

/** Returns the id, or null. */
export async function deleteSubscription(db: Db, email: string): Promise<string | null> {
  const row = await db
    .deleteFrom('newsletterSubscriptions')
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}
