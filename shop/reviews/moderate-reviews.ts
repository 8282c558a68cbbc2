import { recordAction } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { reviewText } from '#shop/reviews/review.ts'
import { lockReview, type Moderation, updateModeration } from '#shop/reviews/reviews.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/** `review`: the customer's part of the review as the staff member saw it (`reviewText`). */
type Seen = { reviewId: string; review: string }

/** Publishes the shop's answer below a review; '' removes it. `seen`: the answer that the staff member saw. */
export async function answerReview(
  ctx: Ctx,
  { answer, seen, ...review }: Seen & { answer: string; seen: string },
) {
  const moderation = { answer, answeredAt: answer === '' ? null : ctx.now }
  return moderate(ctx, { ...review, action: 'answer', change: moderation, seen })
}

/** Takes a review off all pages and out of the rating. */
export async function hideReview(ctx: Ctx, { reason, ...review }: Seen & { reason: string }) {
  return moderate(ctx, { ...review, action: 'hide', change: { hiddenReason: reason, hiddenAt: ctx.now } })
}

/** Shows a hidden review again. */
export async function restoreReview(ctx: Ctx, review: Seen) {
  return moderate(ctx, { ...review, action: 'restore', change: { hiddenReason: '', hiddenAt: null } })
}

type ModerationStep = Seen & { action: string; change: Partial<Moderation>; seen?: string }

async function moderate(ctx: Ctx, { reviewId, review: seenReview, action, change, seen }: ModerationStep) {
  if (!may(ctx.actor, 'reviews')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const review = await lockReview(db, reviewId)
    if (!review) return err('review_not_found')
    if (seenReview !== reviewText(review) || (change.hiddenAt && review.hiddenAt))
      return err('review_changed')
    if (seen !== undefined && seen !== review.answer) return err('review_answered')
    await updateModeration(db, reviewId, change)
    await recordAction(db, ctx, action, 'review', reviewId, review, { ...review, ...change })
    return ok(null)
  })
}
