import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeWorker } from '#db/factories/task.ts'
import { err } from '#shop/kernel/result.ts'
import {
  beginPhotoUpload,
  finishPhotoUpload,
  submitPhoto,
  uploadPhotoChunk,
} from '#shop/programme/photo-upload.ts'
import { approveTask } from '#shop/programme/review-task.ts'
import { findTask } from '#shop/programme/tasks.read.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { phonePhoto, TEXT } from '#tests/pictures.ts'
import { rowsOf } from '#tests/rows.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase({ poolSize: 10 })
const { db, ctx } = shop
const { asAdmin, makeStartedTask } = await story(shop)
const worker = await makeWorker(asAdmin)
const asWorker = ctx(worker)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function beginUpload(bytes: Uint8Array, checksum = sha256(bytes)) {
  const workLogId = await makeStartedTask(worker)
  const upload = must(await beginPhotoUpload(asWorker, { workLogId, sha256: checksum, size: bytes.length }))
  return { workLogId, uploadId: upload.id }
}

describe('an upload in parts', () => {
  it('appends new bytes, ignores known bytes and refuses gaps', async () => {
    const bytes = await phonePhoto(1)
    const upload = await beginUpload(bytes)
    const part = (offset: number, end: number) =>
      uploadPhotoChunk(asWorker, { ...upload, offset, bytes: bytes.subarray(offset, end) })
    expect(await part(0, 1000)).toMatchObject({ ok: true, value: { received: 1000 } })
    expect(await part(0, 1000)).toMatchObject({ ok: true, value: { received: 1000 } })
    expect(await part(500, 1500)).toMatchObject({ ok: true, value: { received: 1500 } })
    expect(await part(2000, 2500)).toEqual({ ok: false, reason: 'upload_offset_wrong', received: 1500 })
    expect(await finishPhotoUpload(asWorker, upload)).toEqual(err('upload_incomplete'))
    const tooMuch = { ...upload, offset: 1500, bytes: new Uint8Array(bytes.length) }
    expect(await uploadPhotoChunk(asWorker, tooMuch)).toMatchObject(err('upload_offset_wrong'))
    expect(await part(1500, bytes.length)).toMatchObject({ value: { received: bytes.length } })
    const finished = await finishPhotoUpload(asWorker, upload)
    expect(finished).toMatchObject({ ok: true, value: { sha256: sha256(bytes), repeated: false } })
    expect(await finishPhotoUpload(asWorker, upload)).toMatchObject({ ok: true, value: { repeated: true } })
    expect(await part(0, 10)).toMatchObject({ value: { received: bytes.length } })
    expect((await findTask(db, upload.workLogId))?.state).toBe('pending_review')
    expect(await rowsOf(db, 'photoUploadChunks', { uploadId: upload.uploadId })).toEqual([])
  })

  it('records how many pieces the worker says are done, at most all', async () => {
    for (const claimed of [2, 1000, undefined]) {
      const bytes = await phonePhoto(50 + (claimed ?? 0))
      const upload = await beginUpload(bytes)
      await uploadPhotoChunk(asWorker, { ...upload, offset: 0, bytes })
      must(await finishPhotoUpload(asWorker, { ...upload, claimed }))
      const task = await findTask(db, upload.workLogId)
      expect(task?.claimedQuantity).toBe(claimed === 1000 ? task?.quantity : (claimed ?? null))
    }
  })

  it('is returned with its received bytes when it is begun again, and with the photo once it is complete', async () => {
    const bytes = await phonePhoto(2)
    const upload = await beginUpload(bytes)
    const beginAgain = () =>
      beginPhotoUpload(asWorker, { workLogId: upload.workLogId, sha256: sha256(bytes), size: bytes.length })
    await uploadPhotoChunk(asWorker, { ...upload, offset: 0, bytes: bytes.subarray(0, 700) })
    expect(await beginAgain()).toMatchObject({ value: { id: upload.uploadId, received: 700, photoId: null } })
    await uploadPhotoChunk(asWorker, { ...upload, offset: 700, bytes: bytes.subarray(700) })
    await finishPhotoUpload(asWorker, upload)
    const photoId = (await findTask(db, upload.workLogId))?.photo?.id
    expect(await beginAgain()).toMatchObject({ value: { received: bytes.length, photoId } })
  })

  it('appends a part once and finishes once, even if requests are repeated concurrently', async () => {
    const bytes = await phonePhoto(3)
    const upload = await beginUpload(bytes)
    const half = Math.floor(bytes.length / 2)
    const callSixTimes = <T>(request: () => Promise<T>) => Promise.all(Array.from({ length: 6 }, request))
    await callSixTimes(() =>
      uploadPhotoChunk(asWorker, { ...upload, offset: 0, bytes: bytes.subarray(0, half) }),
    )
    await callSixTimes(() =>
      uploadPhotoChunk(asWorker, { ...upload, offset: half, bytes: bytes.subarray(half) }),
    )
    const outcomes = await callSixTimes(() => finishPhotoUpload(asWorker, upload))
    expect(outcomes.every(({ ok }) => ok)).toBe(true)
    expect(outcomes.filter((outcome) => outcome.ok && !outcome.value.repeated)).toHaveLength(1)
    const photos = await rowsOf(db, 'taskPhotos', { workLogId: upload.workLogId })
    expect(photos).toHaveLength(1)
  })

  it('restarts when the bytes do not have the announced checksum', async () => {
    const bytes = await phonePhoto(4)
    const upload = await beginUpload(bytes, 'a'.repeat(64))
    await uploadPhotoChunk(asWorker, { ...upload, offset: 0, bytes })
    expect(await finishPhotoUpload(asWorker, upload)).toEqual(err('upload_damaged'))
    expect(await uploadPhotoChunk(asWorker, { ...upload, offset: 5, bytes })).toEqual({
      ok: false,
      reason: 'upload_offset_wrong',
      received: 0,
    })
  })

  it('is refused at the end if it is not a picture or the task is no longer in progress', async () => {
    const upload = await beginUpload(TEXT)
    await uploadPhotoChunk(asWorker, { ...upload, offset: 0, bytes: TEXT })
    expect(await finishPhotoUpload(asWorker, upload)).toEqual(err('not_a_picture'))
    expect((await findTask(db, upload.workLogId))?.state).toBe('in_progress')
    await submitPhoto(asWorker, { workLogId: upload.workLogId, bytes: await phonePhoto(41) })
    await approveTask(asAdmin, { workLogId: upload.workLogId, rating: 5 })
    expect(await finishPhotoUpload(asWorker, upload)).toEqual(err('task_not_in_progress'))
  })

  it('is refused for other workers and other tasks', async () => {
    const bytes = await phonePhoto(5)
    const upload = await beginUpload(bytes)
    const other = ctx(await makeWorker(asAdmin))
    const photo = { workLogId: upload.workLogId, sha256: sha256(bytes), size: bytes.length }
    expect(await beginPhotoUpload(other, photo)).toEqual(err('task_not_found'))
    const refusal = err('upload_not_found')
    expect(await uploadPhotoChunk(other, { ...upload, offset: 0, bytes })).toEqual(refusal)
    expect(await finishPhotoUpload(other, upload)).toEqual(refusal)
    expect(await finishPhotoUpload(asWorker, { ...upload, uploadId: 'x' })).toEqual(refusal)
    expect(
      await finishPhotoUpload(asWorker, { ...upload, workLogId: await makeStartedTask(worker) }),
    ).toEqual(refusal)
  })

  it('is refused at the beginning if it is too large', async () => {
    const workLogId = await makeStartedTask(worker)
    const huge = { workLogId, sha256: 'b'.repeat(64), size: 6 * 1024 * 1024 }
    expect(await beginPhotoUpload(asWorker, huge)).toEqual(err('picture_too_large'))
  })

  it('replaces the oldest upload when a task has more than five', async () => {
    const { workLogId } = await beginUpload(await phonePhoto(6))
    for (let number = 0; number < 7; number += 1) {
      const photo = { workLogId, sha256: `${number}`.repeat(64), size: 10 }
      await beginPhotoUpload(ctx(worker, { now: new Date(NOW.getTime() + number) }), photo)
    }
    const listUploads = () =>
      db.selectFrom('photoUploads').select('sha256').where('workLogId', '=', workLogId).execute()
    expect((await listUploads()).map((row) => row.sha256[0]).toSorted()).toEqual(['2', '3', '4', '5', '6'])
  })
})
