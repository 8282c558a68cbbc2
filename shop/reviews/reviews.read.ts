import type { Db } from '#shop/ctx.ts'
import type { ReviewInput } from '#shop/reviews/input.ts'
import { hasReceived } from '#shop/reviews/reviews.sql.ts'

/** Whether a customer has received a product, and their review of it. */
export async function reviewEligibility(
  db: Db,
  userId: string,
  productId: string,
): Promise<{ hasReceived: boolean; written: ReviewInput | null }> {
  const written = await db
    .selectFrom('reviews')
    .select(['rating', 'summary'])
    .where('productId', '=', productId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return { hasReceived: await hasReceived(db, userId, productId), written: written ?? null }
}
