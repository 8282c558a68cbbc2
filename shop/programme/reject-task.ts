import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { mayCoordinate, reviewRefusal } from '#shop/programme/coordination.ts'
import type { RejectionInput } from '#shop/programme/input.ts'
import type { ProgrammeRefusal } from '#shop/programme/refusal.ts'
import { presetWords } from '#shop/programme/rejection.ts'
import { lockTask, transitionTask } from '#shop/programme/tasks.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

export type RejectTaskRefusal =
  | ProgrammeRefusal<'not_admin'>
  | ProgrammeRefusal<'task_not_found'>
  | ProgrammeRefusal<'own_task'>
  | ProgrammeRefusal<'task_not_in_review'>

/** An admin, or the group's coordinator, rejects a task with a reason: it is in progress again, and the worker gets an email. */
export async function rejectTask(
  ctx: Ctx,
  { workLogId, preset, reason }: RejectionInput & { workLogId: string },
): Promise<Result<null, RejectTaskRefusal>> {
  const { actor, now, jobs } = ctx
  if (!mayCoordinate(actor)) return err('not_admin')
  const actorId = actor.id
  const rejectionReason = reason || presetWords(preset, 'en')
  return inTransaction<null, RejectTaskRefusal>(ctx, async (db) => {
    const task = await lockTask(db, workLogId)
    if (!task) return err('task_not_found')
    const no = reviewRefusal(actor, task)
    if (no) return err(no)
    const set = { reviewDate: now, rejectionReason, rejectionPreset: preset }
    const note = rejectionReason
    if (!(await transitionTask(db, { task, move: 'reject', set, actorId, note, now }))) {
      return err('task_not_in_review')
    }
    await jobs.send(db, { queue: 'programme-mail', data: { kind: 'task-returned', id: workLogId } })
    const change = { actorId, action: 'reject', entity: 'task', entityId: workLogId, now } as const
    const after = { state: 'returned', rejectionReason }
    await recordChange(db, { ...change, before: { state: task.state }, after })
    return ok(null)
  })
}
