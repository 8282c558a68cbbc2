import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { countRows, olderThan } from '#shop/lists.read.ts'
import { hasText } from '#shop/name-words.sql.ts'
import type { ReviewSearch, StaffReview } from '#shop/reviews/review.ts'
import { hasReceived } from '#shop/reviews/reviews.sql.ts'

/** Reads whether a customer received a product, and the review they wrote, if any. */
export async function reviewEligibility(db: Db, userId: string, productId: string) {
  const written = await db
    .selectFrom('reviews')
    .select(['rating', 'summary', 'hiddenReason'])
    .where('productId', '=', productId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return { hasReceived: await hasReceived(db, userId, productId), written: written ?? null }
}

function staffReviews(db: Db) {
  return db
    .selectFrom('reviews')
    .innerJoin('products', 'products.id', 'reviews.productId')
    .select(['reviews.id', 'productId', 'products.name as productName', 'authorName', 'rating', 'summary'])
    .select(['verified', 'isSeed', 'reviews.createdAt', 'answer', 'answeredAt', 'hiddenAt', 'hiddenReason'])
}

/** Returns one page of the reviews for staff, newest first, and the number of matches. */
export async function listStaffReviews(db: Db, search: ReviewSearch, perPage: number) {
  const { text, product, rating, state, answer, source, page } = search
  let query = staffReviews(db)
  if (product) query = query.where('productId', '=', product)
  if (rating) query = query.where('rating', '=', Number(rating))
  if (state) query = query.where('hiddenAt', state === 'hidden' ? 'is not' : 'is', null)
  // A changed rating or text gets a new `created_at`. An older answer belongs to the earlier version.
  const isAnswered = sql<boolean>`coalesce(answered_at >= reviews.created_at, false)`
  if (answer) query = query.where(isAnswered, '=', answer === 'given')
  if (source) query = query.where('isSeed', '=', source === 'samples')
  if (text) query = query.where(hasText(['author_name', 'summary', 'answer'], text))
  const [reviews, { total }] = await Promise.all([
    query
      .orderBy('reviews.createdAt', 'desc')
      .orderBy('reviews.id')
      .limit(perPage)
      .offset((page - 1) * perPage)
      .execute(),
    query
      .clearSelect()
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { reviews, total }
}

/** Returns one page of a customer's reviews, including hidden reviews, newest first, and their number. */
export async function listOwnReviews(
  db: Db,
  userId: string,
  { limit, after }: { limit: number; after?: string | undefined },
) {
  const own = staffReviews(db).where('userId', '=', userId)
  const page = after ? own.where(olderThan('reviews', after)) : own
  return {
    reviews: await page
      .orderBy('reviews.createdAt', 'desc')
      .orderBy('reviews.id', 'desc')
      .limit(limit)
      .execute(),
    total: await countRows(db.selectFrom('reviews').where('userId', '=', userId)),
  }
}

export async function findStaffReview(db: Db, id: string): Promise<StaffReview | undefined> {
  return staffReviews(db).where('reviews.id', '=', id).executeTakeFirst()
}

/** Products with a review, for the filter. */
export async function reviewedProducts(db: Db): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('products')
    .select(['id', 'name'])
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('reviews').select('reviews.id').whereRef('productId', '=', 'products.id')),
    )
    .orderBy('name')
    .execute()
}
