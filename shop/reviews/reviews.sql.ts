/** The only place that writes reviews. */
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Reviews } from '#db/types.ts'
import type { Db } from '#shop/ctx.ts'

/** True if the product was delivered to the customer, by itself or in a mix. */
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

type NewReview = Pick<Insertable<Reviews>, 'productId' | 'userId' | 'authorName' | 'rating' | 'summary'> & {
  now: Date
}

/** Inserts or replaces the customer's only review of the product. A changed rating or text gets a new date. */
export async function saveReview(db: Db, { now, ...review }: NewReview) {
  const { authorName, rating, summary } = review
  return (
    db
      .insertInto('reviews')
      .values({ ...review, verified: true, createdAt: now })
      .onConflict((conflict) =>
        conflict.columns(['productId', 'userId']).doUpdateSet({
          ...{ authorName, rating, summary },
          createdAt: sql`case when (reviews.rating, reviews.summary) = (excluded.rating, excluded.summary)
              then reviews.created_at else excluded.created_at end`,
        }),
      )
      // PostgreSQL sets xmax to 0 only for inserted rows.
      .returning(['id', 'createdAt', 'hiddenAt', 'answer', 'answeredAt', sql<boolean>`xmax = 0`.as('isNew')])
      .executeTakeFirstOrThrow()
  )
}

export type Moderation = Pick<Selectable<Reviews>, 'hiddenAt' | 'hiddenReason' | 'answer' | 'answeredAt'>

export async function lockReview(db: Db, id: string) {
  return db
    .selectFrom('reviews')
    .select(['hiddenAt', 'hiddenReason', 'answer', 'answeredAt', 'rating', 'summary'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateModeration(db: Db, id: string, change: Partial<Moderation>): Promise<void> {
  await db.updateTable('reviews').set(change).where('id', '=', id).execute()
}

/** Replaces the author's name, also inside the texts, where it may be only the first name. Rating and date stay. */
export async function anonymiseReviews(db: Db, userId: string, name: string): Promise<void> {
  // A first name of one letter could be a word of the text.
  const firstName = sql`coalesce(substring(author_name from '^[^ ]{2,}'), author_name)`
  const pattern = sql`'(?<![[:alnum:]])' || regexp_replace(${firstName}, '[^[:alnum:]]', '\\\\\\&', 'g') || '(?![[:alnum:]])'`
  const withoutName = (column: 'summary' | 'answer' | 'hiddenReason') => sql<string>`
    case when author_name = '' then ${sql.ref(column)}
    else regexp_replace(replace(${sql.ref(column)}, author_name, ${name}), ${pattern}, ${name}, 'g') end`
  await db
    .updateTable('reviews')
    .set({
      userId: null,
      authorName: name,
      summary: withoutName('summary'),
      answer: withoutName('answer'),
      hiddenReason: withoutName('hiddenReason'),
    })
    .where('userId', '=', userId)
    .execute()
}
