import type { Ctx, Db } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { appendChunk, lockUpload, type PhotoUpload } from '#shop/programme/photos.sql.ts'
import type { ProgrammeRefusal } from '#shop/programme/refusal.ts'
import { isTaskWorker } from '#shop/programme/task.ts'
import { findTaskState } from '#shop/programme/tasks.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

export type UploadPhotoChunkRefusal =
  | ProgrammeRefusal<'signed_out'>
  | ProgrammeRefusal<'upload_not_found'>
  /** `received`: the offset to continue from. */
  | { ok: false; reason: 'upload_offset_wrong'; received: number }

type Part = { workLogId: string; uploadId: string; offset: number; bytes: Uint8Array }

/**
 * Appends the next part of a photo, which begins at `offset`. A part received before, wholly or partly, is recognised
 * by its offset; a gap, or bytes beyond the announced size, are refused.
 */
export async function uploadPhotoChunk(
  ctx: Ctx,
  part: Part,
): Promise<Result<PhotoUpload, UploadPhotoChunkRefusal>> {
  const { actor } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  return inTransaction<PhotoUpload, UploadPhotoChunkRefusal>(ctx, async (db) => {
    const task = await findTaskState(db, part.workLogId)
    if (!task || !isTaskWorker(actor, task) || !isUuid(part.uploadId)) return err('upload_not_found')
    const upload = await lockUpload(db, part.workLogId, part.uploadId)
    return upload ? take(db, upload, part, ctx.now) : err('upload_not_found')
  })
}

async function take(
  db: Db,
  upload: PhotoUpload,
  { offset, bytes }: Part,
  now: Date,
): Promise<Result<PhotoUpload, UploadPhotoChunkRefusal>> {
  const { received, size, photoId } = upload
  if (photoId) return ok({ ...upload, received: size })
  if (offset > received || offset + bytes.length > size) {
    return { ok: false, reason: 'upload_offset_wrong', received }
  }
  const fresh = bytes.subarray(received - offset)
  if (fresh.length === 0) return ok(upload)
  return ok({ ...upload, received: await appendChunk(db, upload, fresh, now) })
}
