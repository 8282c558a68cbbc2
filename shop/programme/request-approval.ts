import type { Ctx } from '#shop/ctx.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isTaskWorker } from '#shop/programme/task.ts'
import { lockTask, markNotified } from '#shop/programme/tasks.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/**
 * A worker asks the admin by email to review her photo. Sending the photo does that too, and each photo is announced
 * once, so that this usually changes nothing.
 */
export async function requestApproval(ctx: Ctx, { workLogId }: { workLogId: string }) {
  const { actor, jobs } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  return inTransaction(ctx, async (db) => {
    const task = await lockTask(db, workLogId)
    if (!task || !isTaskWorker(actor, task)) return err('task_not_found')
    if (task.state !== 'pending_review' || !task.photoId) return err('task_not_in_review')
    if (await markNotified(db, workLogId, task.photoId)) {
      await jobs.send(db, { queue: 'programme-mail', data: { kind: 'task-approval', id: workLogId } })
    }
    return ok(null)
  })
}
