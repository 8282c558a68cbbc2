import type { Ctx, Db } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { PICTURE_BYTES_LIMIT } from '#shop/pictures.ts'
import {
  appendChunk,
  completeUpload,
  findUpload,
  lockUpload,
  openUpload,
  type PhotoUpload,
  photoSentBefore,
  restartUpload,
  uploadedBytes,
} from '#shop/programme/photos.sql.ts'
import { receivePhoto, sha256Of } from '#shop/programme/receive-photo.flow.ts'
import { canSendPhoto, isTaskWorker } from '#shop/programme/task.ts'
import { findTaskState, lockTask } from '#shop/programme/tasks.sql.ts'
import { inTransaction, transact } from '#shop/transaction.ts'

/**
 * A worker announces a photo with this checksum and size. Repeating it returns the same upload with the bytes received
 * so far, so that a phone can resume. `photoId` is set when the photo exists already.
 */
export async function beginPhotoUpload(ctx: Ctx, photo: { workLogId: string; sha256: string; size: number }) {
  const { actor, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  if (photo.size >= PICTURE_BYTES_LIMIT) return err('picture_too_large')
  return inTransaction(ctx, async (db) => {
    const task = await lockTask(db, photo.workLogId)
    if (!task || !isTaskWorker(actor, task)) return err('task_not_found')
    const before = await photoSentBefore(db, photo.workLogId, photo.sha256)
    if (!before && !canSendPhoto(task.state)) return err('task_not_in_progress')
    const upload = await openUpload(db, { ...photo, now })
    return ok(before ? { ...upload, received: upload.size, photoId: before.photoId } : upload)
  })
}

type Part = { workLogId: string; uploadId: string; offset: number; bytes: Uint8Array }

/**
 * Appends the next part of a photo, which begins at `offset`. A part received before, wholly or partly, is recognised
 * by its offset; a gap, or bytes beyond the announced size, are refused with the offset to continue from (`received`).
 */
export async function uploadPhotoChunk(ctx: Ctx, part: Part) {
  const { actor } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  return inTransaction(ctx, async (db) => {
    const task = await findTaskState(db, part.workLogId)
    if (!task || !isTaskWorker(actor, task) || !isUuid(part.uploadId)) return err('upload_not_found')
    const upload = await lockUpload(db, part.workLogId, part.uploadId)
    return upload ? storePart(db, upload, part, ctx.now) : err('upload_not_found')
  })
}

async function storePart(db: Db, upload: PhotoUpload, { offset, bytes }: Part, now: Date) {
  const { received, size, photoId } = upload
  if (photoId) return ok({ ...upload, received: size })
  if (offset > received || offset + bytes.length > size) {
    return err('upload_offset_wrong', { received })
  }
  const fresh = bytes.subarray(received - offset)
  if (fresh.length === 0) return ok(upload)
  return ok({ ...upload, received: await appendChunk(db, upload, fresh, now) })
}

/**
 * Completes an upload: checks the announced SHA-256, decodes and stores the photo, and moves its task to review.
 * Repeating it returns the same result. After another checksum (`upload_damaged`), the photo is sent again from the start.
 */
export async function finishPhotoUpload(
  ctx: Ctx,
  { workLogId, uploadId }: { workLogId: string; uploadId: string },
) {
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
  // Checked again inside the transaction; here it avoids decoding a photo that would be refused.
  if (!canSendPhoto(task.state)) return err('task_not_in_progress')
  const bytes = await uploadedBytes(db, uploadId)
  if (bytes.length !== size || sha256Of(bytes) !== sha256) return startOver(ctx, upload)
  return receivePhoto(ctx, actor, { workLogId, bytes }, (inside, photoId) =>
    completeUpload(inside, uploadId, photoId, now),
  )
}

/** Restarts the upload, unless another request completed it meanwhile. */
async function startOver({ db, now }: Pick<Ctx, 'db' | 'now'>, { id, workLogId, sha256 }: PhotoUpload) {
  const restarted = await transact({ db }, (inside) => restartUpload(inside, id, now))
  const photo = restarted ? null : await photoSentBefore(db, workLogId, sha256)
  return photo ? ok({ ...photo, repeated: true }) : err('upload_damaged')
}
