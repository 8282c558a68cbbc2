import { createHash, randomUUID } from 'node:crypto'
import type { Ctx, Db } from '#shop/ctx.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { PICTURE_BYTES_LIMIT } from '#shop/pictures.ts'
import { coordinatesGroup } from '#shop/programme/coordination.ts'
import {
  appendChunk,
  completeUpload,
  findUpload,
  insertPhoto,
  lockUpload,
  openUpload,
  type PhotoUpload,
  photoSentBefore,
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
import { removeUnlessKept } from '#shop/unkept-files.ts'

/** Sends the photo of a finished task. The same bytes again change nothing. */
export async function submitPhoto(
  ctx: Ctx,
  { workLogId, bytes }: { workLogId: string; bytes: Uint8Array | null },
) {
  const { actor, db } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  const task = await findTaskState(db, workLogId)
  if (!task || !isTaskWorker(actor, task)) return err('task_not_found')
  if (!bytes) return err('photo_missing')
  const earlier = await photoSentBefore(db, workLogId, sha256Of(bytes))
  if (earlier) return ok({ ...earlier, repeated: true })
  // Avoids decoding a photo that the transaction would refuse.
  if (!canSendPhoto(task.state)) return err('task_not_in_progress')
  return receivePhoto(ctx, actor, { workLogId, bytes })
}

/** Announces a photo. Repeating it returns the upload with its received bytes, so that a phone can resume. */
export async function beginPhotoUpload(ctx: Ctx, photo: { workLogId: string; sha256: string; size: number }) {
  const { actor, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  if (photo.size >= PICTURE_BYTES_LIMIT) return err('picture_too_large')
  return inTransaction(ctx, async (db) => {
    const task = await lockTask(db, photo.workLogId)
    if (!task || !isTaskWorker(actor, task)) return err('task_not_found')
    const earlier = await photoSentBefore(db, photo.workLogId, photo.sha256)
    if (!earlier && !canSendPhoto(task.state)) return err('task_not_in_progress')
    const upload = await openUpload(db, { ...photo, now })
    return ok(earlier ? { ...upload, received: upload.size, photoId: earlier.photoId } : upload)
  })
}

type Part = { workLogId: string; uploadId: string; offset: number; bytes: Uint8Array }

/**
 * Appends bytes at `offset`; known bytes are ignored. A gap, or bytes beyond the announced size, are
 * refused with the offset to continue from (`received`).
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
 * Checks the SHA-256, stores the photo and moves its task to review; repeatable. After another checksum
 * (`upload_damaged`) the photo is sent again from the start.
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
  const earlier = await photoSentBefore(db, workLogId, sha256)
  if (earlier) return ok({ ...earlier, repeated: true })
  if (upload.received < size) return err('upload_incomplete')
  // Avoids decoding a photo that the transaction would refuse.
  if (!canSendPhoto(task.state)) return err('task_not_in_progress')
  const bytes = await uploadedBytes(db, uploadId)
  if (bytes.length !== size || sha256Of(bytes) !== sha256) return startOver(ctx, upload)
  return receivePhoto(ctx, actor, { workLogId, bytes }, (inside, photoId) =>
    completeUpload(inside, uploadId, photoId, now),
  )
}

/** Restarts the upload unless another request completed it. */
async function startOver({ db, now }: Pick<Ctx, 'db' | 'now'>, { id, workLogId, sha256 }: PhotoUpload) {
  const restarted = await transact({ db }, (inside) => restartUpload(inside, id, now))
  const photo = restarted ? null : await photoSentBefore(db, workLogId, sha256)
  return photo ? ok({ ...photo, repeated: true }) : err('upload_damaged')
}

/** `repeated`: these bytes were sent for this task before. */
export type ReceivedPhoto = StoredPhoto & { repeated: boolean }

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/**
 * Stores the file before the row, so that no task refers to a missing file, and deletes it after a refusal.
 * After an error the row may exist: a job decides. `inside` joins the transaction.
 */
export async function receivePhoto(
  outside: Ctx,
  actor: Person,
  photo: { workLogId: string; bytes: Uint8Array },
  inside: (db: Db, photoId: string) => Promise<void> = async () => {},
) {
  const made = await outside.pictures.photo(photo.bytes)
  if (!made.ok) return made
  const id = randomUUID()
  const fileKey = `task-photos/${id}.webp`
  const { bytes, perceptualHash, width, height, contentType } = made.value
  await removeUnlessKept(outside, { id, keys: [fileKey, smallKey(fileKey)] })
  await outside.files.put(fileKey, bytes, contentType)
  // For lists on slow networks; without it they show the photo.
  const small = await outside.pictures.thumbnail(bytes, PHOTO_COPY)
  if (small.ok) await outside.files.put(smallKey(fileKey), small.value.bytes, small.value.contentType)
  const { workLogId } = photo
  const sha256 = sha256Of(photo.bytes)
  const size = { width, height, perceptualHash }
  const row = {
    id,
    workLogId,
    fileKey,
    sha256,
    storedSha256: sha256Of(bytes),
    ...size,
    createdAt: outside.now,
  }
  const stored = await inTransaction(outside, (db) => insertOnce(outside, db, actor, row, inside))
  const isKept = stored.ok && !stored.value.repeated
  if (!isKept) for (const key of [fileKey, smallKey(fileKey)]) await outside.files.remove(key)
  return stored
}

async function insertOnce(
  { now, jobs }: Ctx,
  db: Db,
  actor: Person,
  row: Parameters<typeof insertPhoto>[1],
  inside: (db: Db, photoId: string) => Promise<void>,
) {
  const task = await lockTask(db, row.workLogId)
  if (!task || !isTaskWorker(actor, task)) return err('task_not_found')
  const { id: photoId, sha256, storedSha256, workLogId } = row
  const earlier = await photoSentBefore(db, workLogId, sha256)
  if (earlier) {
    await inside(db, earlier.photoId)
    return ok({ ...earlier, repeated: true })
  }
  await insertPhoto(db, row, isImplausiblyFast(task.startedAt, now, task.expectedMinutes))
  const set = { photoId, submissionDate: now }
  const moved = await transitionTask(db, { task, move: 'submit', set, actorId: actor.id, now })
  if (!moved) return err('task_not_in_progress')
  await inside(db, photoId)
  await markNotified(db, workLogId, photoId)
  await jobs.send(db, { queue: 'programme-mail', data: { kind: 'task-approval', id: workLogId } })
  return ok({ photoId, sha256, storedSha256, repeated: false })
}

/** Returns the photo of a signed link to its worker, coordinators and admins. `isSmall`: its small copy. */
export async function openPhoto(
  ctx: Ctx,
  { isSmall = false, ...link }: SignedPhotoUrl & { isSmall?: boolean },
) {
  const { actor, db, files, links, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  if (!isUuid(link.workLogId) || !isUuid(link.photoId)) return err('photo_not_found')
  if (!isValidPhotoUrl(links, link, now)) return err('photo_not_found')
  const photo = await findPhotoFile(db, link.workLogId, link.photoId)
  const isSeen = photo && (canSeeTask(actor, photo) || coordinatesGroup(actor, photo.groupId))
  if (!isSeen) return err('photo_not_found')
  const small = isSmall ? await files.read(smallKey(photo.fileKey)) : null
  const opened = small ?? (await files.read(photo.fileKey))
  return opened ? ok(opened) : err('photo_not_found')
}
