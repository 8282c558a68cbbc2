import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { recordAction } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isSelf } from '#shop/kernel/actor.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { coordinatesGroup, mayCoordinate } from '#shop/programme/coordination.ts'
import type { payQuestionInput } from '#shop/programme/input.ts'
import { findQuestion, listOwnQuestions } from '#shop/programme/pay.read.ts'
import {
  answerQuestion,
  countUnanswered,
  insertQuestion,
  leaveQuestion,
  lockLine,
} from '#shop/programme/pay.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/** The maximum of unanswered questions of one worker. */
export const MAX_UNANSWERED = 10

/** Asks about work or pay. The same text and payment within a day is one question, because browsers repeat forms. */
export async function askAboutPay(
  ctx: Ctx,
  { payoutLineId, question, id = randomUUID() }: z.output<typeof payQuestionInput>,
) {
  const { actor, now, jobs } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  if (!actor.isWorker) return err('worker_not_found')
  return inTransaction(ctx, async (db) => {
    const line = payoutLineId && (await lockLine(db, payoutLineId))
    if (payoutLineId && !(line && isSelf(actor, line.userId))) return err('payout_line_not_found')
    // Locks the account first: the second of two concurrent posts sees the question of the first.
    const unanswered = await countUnanswered(db, actor.id)
    const since = new Date(now.getTime() - DAY_MS)
    const same = (await listOwnQuestions(db, actor.id)).find(
      (own) =>
        own.id === id ||
        (own.question === question && own.payoutLineId === payoutLineId && own.askedAt > since),
    )
    if (same) return ok({ questionId: same.id })
    if (unanswered >= MAX_UNANSWERED) return err('too_many_questions')
    const entry = { id, userId: actor.id, payoutLineId, question, askedAt: now }
    if (!(await insertQuestion(db, entry))) return err('question_not_found')
    await jobs.send(db, { queue: 'programme-mail', data: { kind: 'pay-question', id } })
    return ok({ questionId: id })
  })
}

/** Answers a question. The worker sees the answer on the pay page and gets an email. */
export async function answerPayQuestion(
  ctx: Ctx,
  { questionId, answer }: { questionId: string; answer: string },
) {
  const { actor, now, jobs } = ctx
  if (!mayCoordinate(actor)) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const found = await findQuestion(db, questionId)
    if (!found || !coordinatesGroup(actor, found.groupId)) return err('question_not_found')
    const outcome = await answerQuestion(db, questionId, {
      answer,
      by: { id: actor.id, forAllGroups: may(actor, 'programme') },
      now,
    })
    if (outcome === 'missing') return err('question_not_found')
    if (outcome === 'answered') return err('question_answered')
    if (outcome === 'left to admins') return err('question_for_admins')
    await jobs.send(db, { queue: 'programme-mail', data: { kind: 'pay-answer', id: questionId } })
    await recordAction(db, ctx, 'answer', 'payout', questionId, null, { answer })
    return ok(null)
  })
}

/** Leaves a question to the admins. Coordinators can then no longer answer it. */
export async function leaveToAdmins(ctx: Ctx, questionId: string) {
  const { actor, now } = ctx
  if (!mayCoordinate(actor)) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const found = await findQuestion(db, questionId)
    if (!found || !coordinatesGroup(actor, found.groupId)) return err('question_not_found')
    if (!(await leaveQuestion(db, questionId, now)))
      return found.forAdminsAt ? ok(null) : err('question_answered')
    const after = { forAdmins: true }
    await recordAction(db, ctx, 'leave to admins', 'payout', questionId, { forAdmins: false }, after)
    return ok(null)
  })
}
