import type { Ctx } from '#shop/ctx.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import type { ReviewInput } from '#shop/reviews/input.ts'
import { authorName, canReview, type ShownReview } from '#shop/reviews/review.ts'
import { hasReceived, saveReview } from '#shop/reviews/reviews.sql.ts'

export type WriteReviewRefusal = { ok: false; reason: 'signed_out' } | { ok: false; reason: 'not_received' }

/** `isNew` is false when it replaced an earlier review. */
export type WrittenReview = ShownReview & { isNew: boolean }

/** A customer reviews a product that was delivered to them, or changes their review. */
export async function writeReview(
  ctx: Ctx,
  productId: string,
  { rating, summary }: ReviewInput,
): Promise<Result<WrittenReview, WriteReviewRefusal>> {
  const { actor, db, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  if (!canReview(actor, await hasReceived(db, actor.id, productId))) return err('not_received')
  const review = { authorName: authorName(actor.fullName), rating, summary }
  const saved = await saveReview(db, { ...review, productId, userId: actor.id, now })
  return ok({ ...saved, ...review, verified: true, isSeed: false })
}
