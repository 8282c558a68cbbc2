/** The only place that writes photos, and the uploads that become photos. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { MAX_HAMMING_DISTANCE, nearBands } from '#shop/programme/perceptual-hash.ts'
import type { PhotoFlag } from '#shop/programme/task.ts'

/** The key of an advisory lock, any unique number: uploads are compared one after another. */
const COMPARE_LOCK = 7_340_161

export type NewPhoto = {
  id: string
  workLogId: string
  fileKey: string
  sha256: string
  storedSha256: string
  width: number
  height: number
  perceptualHash: string
  createdAt: Date
}

/** Both checksums: of the bytes sent, and of the stored file. */
export type StoredPhoto = { photoId: string; sha256: string; storedSha256: string }

/** The photo with these bytes that was sent for this task before, if any. */
export async function photoSentBefore(
  db: Db,
  workLogId: string,
  sha256: string,
): Promise<StoredPhoto | null> {
  const row = await db
    .selectFrom('taskPhotos')
    .select(['id as photoId', 'sha256', 'storedSha256'])
    .where('workLogId', '=', workLogId)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return row ?? null
}

/** Inserts a photo with its flags for the reviewer. */
export async function insertPhoto(
  db: Db,
  { perceptualHash: look, ...photo }: NewPhoto,
  isVeryFast: boolean,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${COMPARE_LOCK})`.execute(db)
  const before = await findSimilarPhoto(db, photo.sha256, look)
  const flags: PhotoFlag[] = [
    ...(before ? [before.flag] : []),
    ...(isVeryFast ? (['very_fast'] as const) : []),
  ]
  await db
    .insertInto('taskPhotos')
    .values({
      ...photo,
      look: sql`('x' || ${look}::text)::bit(64)`,
      flags,
      seenBeforeIn: before?.workLogId ?? null,
    })
    .execute()
}

/** The earlier photo that is identical or most similar. */
export async function findSimilarPhoto(
  db: Db,
  sha256: string,
  look: string,
): Promise<{ workLogId: string; flag: PhotoFlag } | null> {
  const { rows } = await countSimilarPhotos(sha256, look).execute(db)
  const [row] = rows
  return row ? { workLogId: row.workLogId, flag: row.same ? 'same_photo' : 'similar_photo' } : null
}

/** Only photos found by the index of a band or of the checksum are read and compared. */
export function countSimilarPhotos(sha256: string, look: string) {
  const differing = sql`bit_count(look # ('x' || ${look}::text)::bit(64))`
  const inBands = nearBands(look).map(
    (near, band) => sql`substring(look, ${sql.lit(1 + band * 16)}, 16)::int = any (${near}::int[])`,
  )
  return sql<{ workLogId: string; same: boolean }>`
    select work_log_id, sha256 = ${sha256} as same from task_photos
    where (sha256 = ${sha256} or ${sql.join(inBands, sql` or `)})
      and (sha256 = ${sha256} or ${differing} <= ${MAX_HAMMING_DISTANCE})
    order by sha256 = ${sha256} desc, ${differing}, created_at limit 1`
}

export type PhotoUpload = {
  id: string
  workLogId: string
  sha256: string
  /** In bytes. */
  size: number
  received: number
  /** The resulting photo; null until it is complete. */
  photoId: string | null
}

/** The most uploads of a task; a further one replaces the oldest. */
const MAX_UPLOADS = 5

/** The upload of these bytes for this task, created if there is none. */
export async function openUpload(
  db: Db,
  { workLogId, sha256, size, now }: { workLogId: string; sha256: string; size: number; now: Date },
): Promise<PhotoUpload> {
  const upload = await db
    .insertInto('photoUploads')
    .values({ workLogId, sha256, size, createdAt: now, updatedAt: now })
    .onConflict((conflict) => conflict.columns(['workLogId', 'sha256']).doUpdateSet({ updatedAt: now }))
    .returning(['id', 'workLogId', 'sha256', 'size', 'received', 'photoId'])
    .executeTakeFirstOrThrow()
  await db
    .deleteFrom('photoUploads')
    .where('workLogId', '=', workLogId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('photoUploads')
        .select('id')
        .where('workLogId', '=', workLogId)
        .where('id', '!=', upload.id)
        .orderBy('updatedAt', 'desc')
        .offset(MAX_UPLOADS - 1),
    )
    .execute()
  return upload
}

/** The upload, without a lock. */
export async function findUpload(db: Db, workLogId: string, id: string): Promise<PhotoUpload | null> {
  const row = await db
    .selectFrom('photoUploads')
    .select(['id', 'workLogId', 'sha256', 'size', 'received', 'photoId'])
    .where('id', '=', id)
    .where('workLogId', '=', workLogId)
    .executeTakeFirst()
  return row ?? null
}

/** The upload, locked until the transaction ends, so that two processes never append the same part. */
export async function lockUpload(db: Db, workLogId: string, id: string): Promise<PhotoUpload | null> {
  const row = await db
    .selectFrom('photoUploads')
    .select(['id', 'workLogId', 'sha256', 'size', 'received', 'photoId'])
    .where('id', '=', id)
    .where('workLogId', '=', workLogId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Appends bytes to a locked upload. Returns the number of bytes received. */
export async function appendChunk(
  db: Db,
  upload: PhotoUpload,
  bytes: Uint8Array,
  now: Date,
): Promise<number> {
  const received = upload.received + bytes.length
  const chunk = { uploadId: upload.id, startsAt: upload.received, bytes: Buffer.from(bytes) }
  await db.insertInto('photoUploadChunks').values(chunk).execute()
  await db.updateTable('photoUploads').set({ received, updatedAt: now }).where('id', '=', upload.id).execute()
  return received
}

/** All received bytes, in order. */
export async function uploadedBytes(db: Db, uploadId: string): Promise<Buffer> {
  const rows = await db
    .selectFrom('photoUploadChunks')
    .select('bytes')
    .where('uploadId', '=', uploadId)
    .orderBy('startsAt')
    .execute()
  return Buffer.concat(rows.map((row) => row.bytes))
}

/** Links the upload to its photo and deletes its parts. */
export async function completeUpload(db: Db, uploadId: string, photoId: string, now: Date): Promise<void> {
  await db.deleteFrom('photoUploadChunks').where('uploadId', '=', uploadId).execute()
  await db.updateTable('photoUploads').set({ photoId, updatedAt: now }).where('id', '=', uploadId).execute()
}

/** Deletes the received parts, to start again. False when it has become a photo meanwhile. */
export async function restartUpload(db: Db, uploadId: string, now: Date): Promise<boolean> {
  const restarted = await db
    .updateTable('photoUploads')
    .set({ received: 0, updatedAt: now })
    .where('id', '=', uploadId)
    .where('photoId', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!restarted) return false
  await db.deleteFrom('photoUploadChunks').where('uploadId', '=', uploadId).execute()
  return true
}

/** Inserts the picture of how a task should look, sent with its rejection at this moment. */
export async function insertExample(
  db: Db,
  example: { id: string; workLogId: string; fileKey: string; width: number; height: number; createdAt: Date },
): Promise<void> {
  await db.insertInto('taskExamples').values(example).execute()
}
