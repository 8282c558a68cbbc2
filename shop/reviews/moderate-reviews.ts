import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { lockReview, type Moderation, updateModeration } from '#shop/reviews/reviews.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/** Publishes the shop's answer below a review; '' removes it. `seen`: the answer that the staff member saw. */
export async function answerReview(
  ctx: Ctx,
  { reviewId, answer, seen }: { reviewId: string; answer: string; seen: string },
) {
  if (!may(ctx.actor, 'reviews')) return err('not_allowed')
  const change = { answer, answeredAt: answer === '' ? null : ctx.now }
  return moderate(ctx, { reviewId, action: 'answer', change, seen })
}

/** Takes a review off all pages and out of the rating. */
export async function hideReview(ctx: Ctx, { reviewId, reason }: { reviewId: string; reason: string }) {
  if (!may(ctx.actor, 'reviews')) return err('not_allowed')
  const change = { hiddenReason: reason, hiddenAt: ctx.now }
  return moderate(ctx, { reviewId, action: 'hide', change })
}

/** Shows a hidden review again. */
export async function restoreReview(ctx: Ctx, { reviewId }: { reviewId: string }) {
  if (!may(ctx.actor, 'reviews')) return err('not_allowed')
  const change = { hiddenReason: '', hiddenAt: null }
  return moderate(ctx, { reviewId, action: 'restore', change })
}

type ModerationStep = { reviewId: string; action: string; change: Partial<Moderation>; seen?: string }

async function moderate(ctx: Ctx, { reviewId, action, change, seen }: ModerationStep) {
  const { actor, now } = ctx
  return inTransaction(ctx, async (db) => {
    const review = await lockReview(db, reviewId)
    if (!review) return err('review_not_found')
    if (seen !== undefined && seen !== review.answer) return err('review_answered')
    await updateModeration(db, reviewId, change)
    const entry = { action, entity: 'review', entityId: reviewId, before: review, now } as const
    const actorId = actor.kind === 'person' ? actor.id : null
    await recordChange(db, { ...entry, after: { ...review, ...change }, actorId })
    return ok(null)
  })
}
