/** The only place that writes photos and their uploads. */
import { type Insertable, sql } from 'kysely'
import type { TaskExamples, TaskPhotos } from '#db/types.ts'
import type { Db } from '#shop/ctx.ts'
import type { PhotoFlag } from '#shop/programme/task.ts'

/** Photos whose hashes differ in at most this many bits are similar. */
export const MAX_HAMMING_DISTANCE = 6

/** A hash is indexed in four bands of 16 bits. */
const BANDS = [0, 1, 2, 3] as const
const BAND_DIGITS = 4
const BAND_BITS = 16

/**
 * Returns, for each band, the 17 values within one bit. If two hashes differ in at most six bits, one of their bands
 * differs in at most one bit.
 */
export function nearBands(look: string): number[][] {
  return BANDS.map((band) => {
    const value = Number.parseInt(look.slice(band * BAND_DIGITS, (band + 1) * BAND_DIGITS), 16)
    return [value, ...Array.from({ length: BAND_BITS }, (_, bit) => value ^ (1 << bit))]
  })
}

/** The id of the advisory lock that serializes comparisons of photos; any unique number. */
const COMPARE_LOCK = 7_340_161

type NewPhoto = Omit<Insertable<TaskPhotos>, 'look' | 'flags' | 'seenBeforeIn'> & { perceptualHash: string }

/** `sha256`: of the sent bytes; `storedSha256`: of the stored file. */
export type StoredPhoto = { photoId: string; sha256: string; storedSha256: string }

/** Returns the task's photo with these bytes, or null. */
export async function findPhotoBySha256(db: Db, workLogId: string, sha256: string) {
  const row = await db
    .selectFrom('taskPhotos')
    .select(['id as photoId', 'sha256', 'storedSha256'])
    .where('workLogId', '=', workLogId)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return row ?? null
}

export async function insertPhoto(db: Db, { perceptualHash: look, ...photo }: NewPhoto, isVeryFast: boolean) {
  await sql`select pg_advisory_xact_lock(${COMPARE_LOCK})`.execute(db)
  const similar = await findSimilarPhoto(db, photo.sha256, look)
  const flags: PhotoFlag[] = [
    ...(similar ? [similar.flag] : []),
    ...(isVeryFast ? (['very_fast'] as const) : []),
  ]
  await db
    .insertInto('taskPhotos')
    .values({
      ...photo,
      look: sql`('x' || ${look}::text)::bit(64)`,
      flags,
      seenBeforeIn: similar?.workLogId ?? null,
    })
    .execute()
}

export async function findSimilarPhoto(
  db: Db,
  sha256: string,
  look: string,
): Promise<{ workLogId: string; flag: PhotoFlag } | null> {
  const { rows } = await selectSimilarPhoto(sha256, look).execute(db)
  const [row] = rows
  return row ? { workLogId: row.workLogId, flag: row.same ? 'same_photo' : 'similar_photo' } : null
}

/** Uses the indexes of the bands and the checksum, so that it does not scan all photos. */
export function selectSimilarPhoto(sha256: string, look: string) {
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

/** `size` and `received` in bytes. `photoId`: null until complete. */
export type PhotoUpload = Awaited<ReturnType<typeof openUpload>>

/** Maximum of uploads per task. A further upload replaces the least recently used. */
const MAX_UPLOADS = 5

/** Inserts the upload of these bytes, or returns the existing one. */
export async function openUpload(
  db: Db,
  { workLogId, sha256, size, now }: { workLogId: string; sha256: string; size: number; now: Date },
) {
  const upload = await db
    .insertInto('photoUploads')
    .values({ workLogId, sha256, size, createdAt: now, updatedAt: now })
    .onConflict((conflict) => conflict.columns(['workLogId', 'sha256']).doUpdateSet({ updatedAt: now }))
    .returning(UPLOAD_COLUMNS)
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

const UPLOAD_COLUMNS = ['id', 'workLogId', 'sha256', 'size', 'received', 'photoId'] as const

function selectUpload(db: Db, workLogId: string, id: string) {
  const upload = db.selectFrom('photoUploads').select(UPLOAD_COLUMNS)
  return upload.where('id', '=', id).where('workLogId', '=', workLogId)
}

export async function findUpload(db: Db, workLogId: string, id: string) {
  return selectUpload(db, workLogId, id).executeTakeFirst()
}

/** Locks the upload, so that two processes never append the same part. */
export async function lockUpload(db: Db, workLogId: string, id: string) {
  return selectUpload(db, workLogId, id).forUpdate().executeTakeFirst()
}

/** Appends bytes and returns how many were received in all. */
export async function appendChunk(db: Db, upload: PhotoUpload, bytes: Uint8Array, now: Date) {
  const received = upload.received + bytes.length
  const chunk = { uploadId: upload.id, startsAt: upload.received, bytes: Buffer.from(bytes) }
  await db.insertInto('photoUploadChunks').values(chunk).execute()
  await db.updateTable('photoUploads').set({ received, updatedAt: now }).where('id', '=', upload.id).execute()
  return received
}

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

/** Deletes the parts. Returns false if the photo has been completed in the meantime. */
export async function restartUpload(db: Db, uploadId: string, now: Date): Promise<boolean> {
  const upload = await db
    .updateTable('photoUploads')
    .set({ received: 0, updatedAt: now })
    .where('id', '=', uploadId)
    .where('photoId', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!upload) return false
  await db.deleteFrom('photoUploadChunks').where('uploadId', '=', uploadId).execute()
  return true
}

/** Inserts the example picture that a reviewer sends with a rejection. */
export async function insertExample(db: Db, example: Insertable<TaskExamples>): Promise<void> {
  await db.insertInto('taskExamples').values(example).execute()
}
