import type { Db } from '#shop/ctx.ts'
import { hasReceived } from '#shop/reviews/reviews.sql.ts'

/** Reads whether a customer received a product, and the review they wrote, if any. */
export async function reviewEligibility(db: Db, userId: string, productId: string) {
  const written = await db
    .selectFrom('reviews')
    .select(['rating', 'summary'])
    .where('productId', '=', productId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return { hasReceived: await hasReceived(db, userId, productId), written: written ?? null }
}
