/** The only place that writes reviews. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'

/** True when a delivered order of the user holds the product, by itself or among the tastemakers of a mix. */
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

/**
 * Writes a customer's review of a product, or changes the one they have: two at once leave one. `isNew` says which it
 * was.
 */
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
      // A row that was only now inserted has not been changed by anybody.
      .returning(['id', 'createdAt', sql<boolean>`xmax = 0`.as('isNew')])
      .executeTakeFirstOrThrow()
  )
}

/**
 * Removes the author from the reviews of an account that is closed: the name shown becomes `name`, and what matches
 * `pattern` (a regular expression, any case) or is the author's shown name goes from the text. Rating and date stay.
 */
export async function anonymiseReviews(
  db: Db,
  userId: string,
  { name, pattern }: { name: string; pattern: string },
): Promise<void> {
  const withoutAuthor = sql`replace(summary, author_name, ${name})`
  await db
    .updateTable('reviews')
    .set({
      userId: null,
      authorName: name,
      summary: sql`regexp_replace(${withoutAuthor}, ${pattern}, '(removed)', 'gi')`,
    })
    .where('userId', '=', userId)
    .execute()
}
