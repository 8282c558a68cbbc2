/** The common part of both ways to send a photo: one request, or an upload in parts. */
import { createHash, randomUUID } from 'node:crypto'
import type { Ctx, Db } from '#shop/ctx.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { insertPhoto, photoSentBefore, type StoredPhoto } from '#shop/programme/photos.sql.ts'
import { smallKey } from '#shop/programme/signed-url.ts'
import { isImplausiblyFast, isTaskWorker } from '#shop/programme/task.ts'
import { lockTask, markNotified, transitionTask } from '#shop/programme/tasks.sql.ts'
import { PHOTO_COPY } from '#shop/programme/template-fields.ts'
import { inTransaction } from '#shop/transaction.ts'
import { removeUnlessKept } from '#shop/unkept-files.ts'

/** `repeated`: the same bytes were received for this task before, and nothing changed. */
export type ReceivedPhoto = StoredPhoto & { repeated: boolean }

/** The SHA-256 in lower-case hex. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/**
 * Decodes and stores a photo and moves its task to review. The file is written before the transaction, so that a task
 * never refers to a missing file, and deleted if the photo is refused. After an error the row may be there all the same: then
 * a job decides. `inside` runs in the same transaction.
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
  // For lists on a slow network; without one they show the photo itself.
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
  const before = await photoSentBefore(db, workLogId, sha256)
  if (before) {
    await inside(db, before.photoId)
    return ok({ ...before, repeated: true })
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
