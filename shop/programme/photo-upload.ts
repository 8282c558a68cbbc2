import { createHash, randomUUID } from 'node:crypto'
import type { Ctx, Db } from '#shop/ctx.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { scheduleOrphanRemoval } from '#shop/orphan-files.ts'
import { PICTURE_BYTES_LIMIT } from '#shop/pictures.ts'
import { coordinatesGroup } from '#shop/programme/coordination.ts'
import {
  appendChunk,
  completeUpload,
  findPhotoBySha256,
  findUpload,
  insertPhoto,
  lockUpload,
  openUpload,
  type PhotoUpload,
  restartUpload,
  type StoredPhoto,
  uploadedBytes,
} from '#shop/programme/photos.sql.ts'
import { isValidPhotoUrl, type SignedPhotoUrl, smallKey } from '#shop/programme/signed-url.ts'
import { canSeeTask, canSendPhoto, isImplausiblyFast, isTaskWorker } from '#shop/programme/task.ts'
import { findPhotoFile } from '#shop/programme/tasks.read.ts'
import { findTaskState, lockTask, markNotified, transitionTask } from '#shop/programme/tasks.sql.ts'
import { PHOTO_COPY } from '#shop/programme/template-fields.ts'
import { inTransaction, transact } from '#shop/transaction.ts'

/** `claimed`: how many pieces the worker says are done. A number above the task's quantity counts as all. */
type Claim = { claimed?: number | undefined }

/** Stores the photo of a finished task. Idempotent by the photo's bytes. */
export async function submitPhoto(
  ctx: Ctx,
  { workLogId, bytes, claimed }: { workLogId: string; bytes: Uint8Array | null } & Claim,
) {
  const { actor, db } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  const task = await findTaskState(db, workLogId)
  if (!task || !isTaskWorker(actor, task)) return err('task_not_found')
  if (!bytes) return err('photo_missing')
  const earlier = await findPhotoBySha256(db, workLogId, sha256Of(bytes))
  if (earlier) return ok({ ...earlier, repeated: true })
  // This check avoids decoding a photo that the transaction would refuse.
  if (!canSendPhoto(task.state)) return err('task_not_in_progress')
  return receivePhoto(ctx, actor, { workLogId, bytes, claimed })
}

/** Begins an upload. A repeated call returns the upload with its received bytes, so that a phone can resume. */
export async function beginPhotoUpload(ctx: Ctx, photo: { workLogId: string; sha256: string; size: number }) {
  const { actor, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  if (photo.size >= PICTURE_BYTES_LIMIT) return err('picture_too_large')
  return inTransaction(ctx, async (db) => {
    const task = await lockTask(db, photo.workLogId)
    if (!task || !isTaskWorker(actor, task)) return err('task_not_found')
    const earlier = await findPhotoBySha256(db, photo.workLogId, photo.sha256)
    if (!earlier && !canSendPhoto(task.state)) return err('task_not_in_progress')
    const upload = await openUpload(db, { ...photo, now })
    return ok(earlier ? { ...upload, received: upload.size, photoId: earlier.photoId } : upload)
  })
}

type Part = { workLogId: string; uploadId: string; offset: number; bytes: Uint8Array }

/**
 * Appends bytes at `offset`; ignores bytes that were received before. Refuses a gap, or bytes beyond the announced
 * size. The refusal contains the offset to continue from (`received`).
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
  const newBytes = bytes.subarray(received - offset)
  if (newBytes.length === 0) return ok(upload)
  return ok({ ...upload, received: await appendChunk(db, upload, newBytes, now) })
}

/**
 * Checks the SHA-256, stores the photo and moves its task to review. Idempotent. If the checksum differs
 * (`upload_damaged`), the phone must send the photo again from the start.
 */
export async function finishPhotoUpload(
  ctx: Ctx,
  { workLogId, uploadId, claimed }: { workLogId: string; uploadId: string } & Claim,
) {
  const { actor, db, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  const task = await findTaskState(db, workLogId)
  if (!task || !isTaskWorker(actor, task) || !isUuid(uploadId)) return err('upload_not_found')
  const upload = await findUpload(db, workLogId, uploadId)
  if (!upload) return err('upload_not_found')
  const { sha256, size } = upload
  const earlier = await findPhotoBySha256(db, workLogId, sha256)
  if (earlier) return ok({ ...earlier, repeated: true })
  if (upload.received < size) return err('upload_incomplete')
  // This check avoids decoding a photo that the transaction would refuse.
  if (!canSendPhoto(task.state)) return err('task_not_in_progress')
  const bytes = await uploadedBytes(db, uploadId)
  if (bytes.length !== size || sha256Of(bytes) !== sha256) return restart(ctx, upload)
  return receivePhoto(ctx, actor, { workLogId, bytes, claimed }, (inside, photoId) =>
    completeUpload(inside, uploadId, photoId, now),
  )
}

/** Restarts the upload unless another request completed it. */
async function restart({ db, now }: Pick<Ctx, 'db' | 'now'>, { id, workLogId, sha256 }: PhotoUpload) {
  const isRestarted = await transact({ db }, (inside) => restartUpload(inside, id, now))
  const photo = isRestarted ? null : await findPhotoBySha256(db, workLogId, sha256)
  return photo ? ok({ ...photo, repeated: true }) : err('upload_damaged')
}

/** `repeated`: the task already had a photo with these bytes. */
export type ReceivedPhoto = StoredPhoto & { repeated: boolean }

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/**
 * Stores the file before the row, so that no task refers to a missing file. Deletes it after a refusal; after an
 * error, a job deletes it unless the row exists.
 * `complete` runs in the row's transaction.
 */
export async function receivePhoto(
  ctx: Ctx,
  actor: Person,
  photo: { workLogId: string; bytes: Uint8Array } & Claim,
  complete: (db: Db, photoId: string) => Promise<void> = async () => {},
) {
  const picture = await ctx.pictures.photo(photo.bytes)
  if (!picture.ok) return picture
  const id = randomUUID()
  const fileKey = `task-photos/${id}.webp`
  const { bytes, perceptualHash, width, height, contentType } = picture.value
  await scheduleOrphanRemoval(ctx, { id, keys: [fileKey, smallKey(fileKey)] })
  await ctx.files.put(fileKey, bytes, contentType)
  // Lists on slow networks show the small copy, or the photo if there is none.
  const small = await ctx.pictures.thumbnail(bytes, PHOTO_COPY)
  if (small.ok) await ctx.files.put(smallKey(fileKey), small.value.bytes, small.value.contentType)
  const { workLogId, claimed } = photo
  const sha256 = sha256Of(photo.bytes)
  const size = { width, height, perceptualHash }
  const row = {
    id,
    workLogId,
    fileKey,
    sha256,
    storedSha256: sha256Of(bytes),
    ...size,
    createdAt: ctx.now,
  }
  const stored = await inTransaction(ctx, (db) => insertOnce(ctx, db, actor, { row, claimed }, complete))
  const isKept = stored.ok && !stored.value.repeated
  if (!isKept) for (const key of [fileKey, smallKey(fileKey)]) await ctx.files.remove(key)
  return stored
}

async function insertOnce(
  { now, jobs }: Ctx,
  db: Db,
  actor: Person,
  { row, claimed }: { row: Parameters<typeof insertPhoto>[1] } & Claim,
  complete: (db: Db, photoId: string) => Promise<void>,
) {
  const task = await lockTask(db, row.workLogId)
  if (!task || !isTaskWorker(actor, task)) return err('task_not_found')
  const { id: photoId, sha256, storedSha256, workLogId } = row
  const earlier = await findPhotoBySha256(db, workLogId, sha256)
  if (earlier) {
    await complete(db, earlier.photoId)
    return ok({ ...earlier, repeated: true })
  }
  await insertPhoto(db, row, isImplausiblyFast(task.startedAt, now, task.expectedMinutes))
  const claimedQuantity = claimed === undefined ? null : Math.min(claimed, task.quantity)
  const set = { photoId, claimedQuantity, submissionDate: now }
  const moved = await transitionTask(db, { task, move: 'submit', set, actorId: actor.id, now })
  if (!moved) return err('task_not_in_progress')
  await complete(db, photoId)
  await markNotified(db, workLogId, photoId)
  await jobs.send(db, { queue: 'programme-mail', data: { kind: 'task-approval', id: workLogId } })
  return ok({ photoId, sha256, storedSha256, repeated: false })
}

/** Returns the photo of a signed URL to its worker, the group's coordinators and admins. `isSmall`: the small copy. */
export async function openPhoto(
  ctx: Ctx,
  { isSmall = false, ...link }: SignedPhotoUrl & { isSmall?: boolean },
) {
  const { actor, db, files, links, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  if (!isUuid(link.workLogId) || !isUuid(link.photoId)) return err('photo_not_found')
  if (!isValidPhotoUrl(links, link, now)) return err('photo_not_found')
  const photo = await findPhotoFile(db, link.workLogId, link.photoId)
  const isAllowed = photo && (canSeeTask(actor, photo) || coordinatesGroup(actor, photo.groupId))
  if (!isAllowed) return err('photo_not_found')
  const small = isSmall ? await files.read(smallKey(photo.fileKey)) : null
  const file = small ?? (await files.read(photo.fileKey))
  return file ? ok(file) : err('photo_not_found')
}
