import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isAdmin } from '#shop/kernel/actor.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { answerQuestion } from '#shop/programme/pay.sql.ts'
import type { ProgrammeRefusal } from '#shop/programme/refusal.ts'
import { inTransaction } from '#shop/transaction.ts'

export type AnswerPayQuestionRefusal =
  | ProgrammeRefusal<'not_admin'>
  | ProgrammeRefusal<'question_not_found'>
  | ProgrammeRefusal<'question_answered'>

/** An admin answers a worker's question, which shows on her pay page and is emailed. */
export async function answerPayQuestion(
  ctx: Ctx,
  { questionId, answer }: { questionId: string; answer: string },
): Promise<Result<null, AnswerPayQuestionRefusal>> {
  const { actor, now, jobs } = ctx
  if (!isAdmin(actor)) return err('not_admin')
  const answeredBy = actor.id
  return inTransaction<null, AnswerPayQuestionRefusal>(ctx, async (db) => {
    const outcome = await answerQuestion(db, questionId, { answer, answeredBy, now })
    if (outcome === 'missing') return err('question_not_found')
    if (outcome === 'answered') return err('question_answered')
    await jobs.send(db, { queue: 'programme-mail', data: { kind: 'pay-answer', id: questionId } })
    const change = {
      actorId: answeredBy,
      action: 'answer',
      entity: 'payout',
      entityId: questionId,
      now,
    } as const
    await recordChange(db, { ...change, before: null, after: { answer } })
    return ok(null)
  })
}
