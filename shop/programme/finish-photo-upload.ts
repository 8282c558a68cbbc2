import type { Ctx } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import {
  completeUpload,
  findUpload,
  type PhotoUpload,
  photoSentBefore,
  restartUpload,
  uploadedBytes,
} from '#shop/programme/photos.sql.ts'
import {
  type PhotoRefusal,
  type ReceivedPhoto,
  receivePhoto,
  sha256Of,
} from '#shop/programme/receive-photo.flow.ts'
import type { ProgrammeRefusal } from '#shop/programme/refusal.ts'
import { isTaskWorker } from '#shop/programme/task.ts'
import { findTaskState } from '#shop/programme/tasks.sql.ts'

export type FinishPhotoUploadRefusal =
  | ProgrammeRefusal<'signed_out'>
  | ProgrammeRefusal<'upload_not_found'>
  | ProgrammeRefusal<'upload_incomplete'>
  /** The bytes do not match the announced checksum; they must be sent again from the start. */
  | ProgrammeRefusal<'upload_damaged'>
  | PhotoRefusal

/**
 * Completes an upload: checks the announced SHA-256, decodes and stores the photo, and moves its task to review.
 * Repeating it returns the same result.
 */
export async function finishPhotoUpload(
  ctx: Ctx,
  { workLogId, uploadId }: { workLogId: string; uploadId: string },
): Promise<Result<ReceivedPhoto, FinishPhotoUploadRefusal>> {
  const { actor, db, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  const task = await findTaskState(db, workLogId)
  if (!task || !isTaskWorker(actor, task) || !isUuid(uploadId)) return err('upload_not_found')
  const upload = await findUpload(db, workLogId, uploadId)
  if (!upload) return err('upload_not_found')
  const { sha256, size } = upload
  const before = await photoSentBefore(db, workLogId, sha256)
  if (before) return ok({ ...before, repeated: true })
  if (upload.received < size) return err('upload_incomplete')
  const bytes = await uploadedBytes(db, uploadId)
  if (bytes.length !== size || sha256Of(bytes) !== sha256) return startOver(ctx, upload)
  return receivePhoto(ctx, actor, { workLogId, bytes }, (inside, photoId) =>
    completeUpload(inside, uploadId, photoId, now),
  )
}

/** Restarts the upload, unless another request completed it meanwhile. */
async function startOver(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { id, workLogId, sha256 }: PhotoUpload,
): Promise<Result<ReceivedPhoto, ProgrammeRefusal<'upload_damaged'>>> {
  const restarted = await db.transaction().execute((inside) => restartUpload(inside, id, now))
  const photo = restarted ? null : await photoSentBefore(db, workLogId, sha256)
  return photo ? ok({ ...photo, repeated: true }) : err('upload_damaged')
}
