import type { Ctx } from '#shop/ctx.ts'
import { err, ok } from '#shop/kernel/result.ts'
import type { ReviewInput } from '#shop/reviews/input.ts'
import { authorName, canReview } from '#shop/reviews/review.ts'
import { hasReceived, saveReview } from '#shop/reviews/reviews.sql.ts'

/** Creates or replaces the actor's review of a product. A hidden review stays hidden. */
export async function writeReview(ctx: Ctx, productId: string, { rating, summary }: ReviewInput) {
  const { actor, db, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  if (!canReview(actor, await hasReceived(db, actor.id, productId))) return err('not_received')
  const review = { authorName: authorName(actor.fullName), rating, summary }
  const saved = await saveReview(db, { ...review, productId, userId: actor.id, now })
  const { hiddenAt, ...written } = saved
  return ok({ ...written, ...review, verified: true, isSeed: false, isHidden: hiddenAt !== null })
}
