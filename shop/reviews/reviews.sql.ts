/** The only place that writes reviews. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'

/** True when a delivered order of the user contains the product, by itself or in a mix. */
export async function hasReceived(db: Db, userId: string, productId: string): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .innerJoin('orderItems', 'orderItems.orderId', 'orders.id')
    .leftJoin('orderItemTastemakers as pick', 'pick.orderItemId', 'orderItems.id')
    .select('orders.id')
    .where('orders.userId', '=', userId)
    .where('orders.status', '=', 'delivered')
    .where((eb) => eb.or([eb('orderItems.productId', '=', productId), eb('pick.productId', '=', productId)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export type NewReview = {
  productId: string
  userId: string
  authorName: string
  rating: number
  summary: string
  now: Date
}

/** Inserts a customer's review of a product, or changes the existing one. `isNew` tells which. */
export async function saveReview(
  db: Db,
  { now, ...review }: NewReview,
): Promise<{ id: string; isNew: boolean; createdAt: Date }> {
  const { authorName, rating, summary } = review
  return (
    db
      .insertInto('reviews')
      .values({ ...review, verified: true, createdAt: now })
      .onConflict((conflict) =>
        conflict
          .columns(['productId', 'userId'])
          .doUpdateSet({ authorName, rating, summary, verified: true }),
      )
      // `xmax` is 0 only for a newly inserted row.
      .returning(['id', 'createdAt', sql<boolean>`xmax = 0`.as('isNew')])
      .executeTakeFirstOrThrow()
  )
}

/** Anonymises the reviews of a closed account: `name` replaces the displayed name, also in the text. Rating and date stay. */
export async function anonymiseReviews(db: Db, userId: string, name: string): Promise<void> {
  await db
    .updateTable('reviews')
    .set({ userId: null, authorName: name, summary: sql`replace(summary, author_name, ${name})` })
    .where('userId', '=', userId)
    .execute()
}
