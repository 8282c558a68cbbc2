import type { Ctx } from '#shop/ctx.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { PICTURE_BYTES_LIMIT, type PictureRefusal } from '#shop/pictures.ts'
import { openUpload, type PhotoUpload, photoSentBefore } from '#shop/programme/photos.sql.ts'
import type { ProgrammeRefusal } from '#shop/programme/refusal.ts'
import { canSendPhoto, isTaskWorker } from '#shop/programme/task.ts'
import { lockTask } from '#shop/programme/tasks.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

export type BeginPhotoUploadRefusal =
  | ProgrammeRefusal<'signed_out'>
  | ProgrammeRefusal<'task_not_found'>
  | ProgrammeRefusal<'task_not_in_progress'>
  | PictureRefusal

/**
 * A worker announces a photo with this checksum and size. Repeating it returns the same upload with the bytes received
 * so far, so that a phone can resume. `photoId` is set when the photo exists already.
 */
export async function beginPhotoUpload(
  ctx: Ctx,
  photo: { workLogId: string; sha256: string; size: number },
): Promise<Result<PhotoUpload, BeginPhotoUploadRefusal>> {
  const { actor, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  if (photo.size >= PICTURE_BYTES_LIMIT) return err('picture_too_large')
  return inTransaction<PhotoUpload, BeginPhotoUploadRefusal>(ctx, async (db) => {
    const task = await lockTask(db, photo.workLogId)
    if (!task || !isTaskWorker(actor, task)) return err('task_not_found')
    const before = await photoSentBefore(db, photo.workLogId, photo.sha256)
    if (!before && !canSendPhoto(task.state)) return err('task_not_in_progress')
    const upload = await openUpload(db, { ...photo, now })
    return ok(before ? { ...upload, received: upload.size, photoId: before.photoId } : upload)
  })
}
