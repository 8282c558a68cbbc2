import type { Db } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import type { Subscription, SubscriptionStatus } from '#shop/messages/subscription.ts'

/** One subscription; null when it does not exist. */
export async function findSubscription(db: Db, id: string): Promise<Subscription | null> {
  if (!isUuid(id)) return null
  const row = await db
    .selectFrom('newsletterSubscriptions')
    .select(['id', 'email', 'status', 'unsubscribeToken'])
    .where('id', '=', id)
    .executeTakeFirst()
  // The schema checks the status.
  return row ? { ...row, status: row.status as SubscriptionStatus } : null
}
