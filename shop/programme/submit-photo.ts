import type { Ctx } from '#shop/ctx.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { photoSentBefore } from '#shop/programme/photos.sql.ts'
import { receivePhoto, sha256Of } from '#shop/programme/receive-photo.flow.ts'
import { canSendPhoto, isTaskWorker } from '#shop/programme/task.ts'
import { findTaskState } from '#shop/programme/tasks.sql.ts'

/**
 * A worker sends the photo of her finished task, which then waits for review. Sending the same bytes again changes
 * nothing, even if the task has changed since.
 */
export async function submitPhoto(
  ctx: Ctx,
  { workLogId, bytes }: { workLogId: string; bytes: Uint8Array | null },
) {
  const { actor, db } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  const task = await findTaskState(db, workLogId)
  if (!task || !isTaskWorker(actor, task)) return err('task_not_found')
  if (!bytes) return err('photo_missing')
  const before = await photoSentBefore(db, workLogId, sha256Of(bytes))
  if (before) return ok({ ...before, repeated: true })
  // Checked again inside the transaction; here it avoids decoding a photo that would be refused.
  if (!canSendPhoto(task.state)) return err('task_not_in_progress')
  return receivePhoto(ctx, actor, { workLogId, bytes })
}
