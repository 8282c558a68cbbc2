import { randomUUID } from 'node:crypto'
import type { Db } from '#shop/ctx.ts'

/** Subscribes an address to the newsletter, confirmed. Returns the subscription's token to unsubscribe. */
export async function makeSubscriber(
  db: Db,
  email = `reader-${randomUUID()}@example.test`,
  now = new Date(),
): Promise<{ id: string; email: string; unsubscribeToken: string }> {
  return db
    .insertInto('newsletterSubscriptions')
    .values({ email, status: 'confirmed', unsubscribeToken: randomUUID(), createdAt: now, confirmedAt: now })
    .returning(['id', 'email', 'unsubscribeToken'])
    .executeTakeFirstOrThrow()
}
