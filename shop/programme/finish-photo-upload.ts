import type { Ctx } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { done, type Result, refuse } from '#shop/kernel/result.ts'
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
import type { No } from '#shop/programme/refusal.ts'
import { isTaskWorker } from '#shop/programme/task.ts'
import { findTaskState } from '#shop/programme/tasks.sql.ts'

export type FinishPhotoUploadRefusal =
  | No<'signed_out'>
  | No<'upload_not_found'>
  | No<'upload_incomplete'>
  /** What was received is not what was announced; it has to be sent again from the start. */
  | No<'upload_damaged'>
  | PhotoRefusal

/**
 * All parts are there: the whole is compared with the announced SHA-256, decoded, kept, and its task moves to review.
 * Finishing again gives the same answer.
 */
export async function finishPhotoUpload(
  ctx: Ctx,
  { workLogId, uploadId }: { workLogId: string; uploadId: string },
): Promise<Result<ReceivedPhoto, FinishPhotoUploadRefusal>> {
  const { actor, db, now } = ctx
  if (actor.kind === 'visitor') return refuse('signed_out')
  const task = await findTaskState(db, workLogId)
  if (!task || !isTaskWorker(actor, task) || !isUuid(uploadId)) return refuse('upload_not_found')
  const upload = await findUpload(db, workLogId, uploadId)
  if (!upload) return refuse('upload_not_found')
  const { sha256, size } = upload
  const before = await photoSentBefore(db, workLogId, sha256)
  if (before) return done({ ...before, repeated: true })
  if (upload.received < size) return refuse('upload_incomplete')
  const bytes = await uploadedBytes(db, uploadId)
  if (bytes.length !== size || sha256Of(bytes) !== sha256) return startOver(ctx, upload)
  return receivePhoto(ctx, actor, { workLogId, bytes }, (inside, photoId) =>
    completeUpload(inside, uploadId, photoId, now),
  )
}

/** Starts the upload over, unless another request finished it while its parts were read. */
async function startOver(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { id, workLogId, sha256 }: PhotoUpload,
): Promise<Result<ReceivedPhoto, No<'upload_damaged'>>> {
  const restarted = await db.transaction().execute((inside) => restartUpload(inside, id, now))
  const photo = restarted ? null : await photoSentBefore(db, workLogId, sha256)
  return photo ? done({ ...photo, repeated: true }) : refuse('upload_damaged')
}
