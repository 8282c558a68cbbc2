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
const { asAdmin, started } = await story(shop)
const worker = await makeWorker(asAdmin)
const asWorker = ctx(worker)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function begun(bytes: Uint8Array, announced = sha256(bytes)) {
  const workLogId = await started(worker)
  const upload = must(await beginPhotoUpload(asWorker, { workLogId, sha256: announced, size: bytes.length }))
  return { workLogId, uploadId: upload.id }
}

describe('an upload in parts', () => {
  it('takes parts in order, recognises what it has, and refuses gaps', async () => {
    const bytes = await phonePhoto(1)
    const to = await begun(bytes)
    const part = (offset: number, end: number) =>
      uploadPhotoChunk(asWorker, { ...to, offset, bytes: bytes.subarray(offset, end) })
    expect(await part(0, 1000)).toMatchObject({ ok: true, value: { received: 1000 } })
    expect(await part(0, 1000)).toMatchObject({ ok: true, value: { received: 1000 } })
    expect(await part(500, 1500)).toMatchObject({ ok: true, value: { received: 1500 } })
    expect(await part(2000, 2500)).toEqual({ ok: false, reason: 'upload_offset_wrong', received: 1500 })
    expect(await finishPhotoUpload(asWorker, to)).toEqual(err('upload_incomplete'))
    const tooMuch = { ...to, offset: 1500, bytes: new Uint8Array(bytes.length) }
    expect(await uploadPhotoChunk(asWorker, tooMuch)).toMatchObject(err('upload_offset_wrong'))
    expect(await part(1500, bytes.length)).toMatchObject({ value: { received: bytes.length } })
    const finished = await finishPhotoUpload(asWorker, to)
    expect(finished).toMatchObject({ ok: true, value: { sha256: sha256(bytes), repeated: false } })
    expect(await finishPhotoUpload(asWorker, to)).toMatchObject({ ok: true, value: { repeated: true } })
    expect(await part(0, 10)).toMatchObject({ value: { received: bytes.length } })
    expect((await findTask(db, to.workLogId))?.state).toBe('pending_review')
    expect(await rowsOf(db, 'photoUploadChunks', { uploadId: to.uploadId })).toEqual([])
  })

  it('announced again is the same upload; after the photo is there it says so', async () => {
    const bytes = await phonePhoto(2)
    const to = await begun(bytes)
    const announce = () =>
      beginPhotoUpload(asWorker, { workLogId: to.workLogId, sha256: sha256(bytes), size: bytes.length })
    await uploadPhotoChunk(asWorker, { ...to, offset: 0, bytes: bytes.subarray(0, 700) })
    expect(await announce()).toMatchObject({ value: { id: to.uploadId, received: 700, photoId: null } })
    await uploadPhotoChunk(asWorker, { ...to, offset: 700, bytes: bytes.subarray(700) })
    await finishPhotoUpload(asWorker, to)
    const photoId = (await findTask(db, to.workLogId))?.photo?.id
    expect(await announce()).toMatchObject({ value: { received: bytes.length, photoId } })
  })

  it('takes the same part once when it comes many times at once, and finishes once', async () => {
    const bytes = await phonePhoto(3)
    const to = await begun(bytes)
    const half = Math.floor(bytes.length / 2)
    const six = <T>(request: () => Promise<T>) => Promise.all(Array.from({ length: 6 }, request))
    await six(() => uploadPhotoChunk(asWorker, { ...to, offset: 0, bytes: bytes.subarray(0, half) }))
    await six(() => uploadPhotoChunk(asWorker, { ...to, offset: half, bytes: bytes.subarray(half) }))
    const finished = await six(() => finishPhotoUpload(asWorker, to))
    expect(finished.every(({ ok }) => ok)).toBe(true)
    expect(finished.filter((outcome) => outcome.ok && !outcome.value.repeated)).toHaveLength(1)
    const photos = await rowsOf(db, 'taskPhotos', { workLogId: to.workLogId })
    expect(photos).toHaveLength(1)
  })

  it('starts over when the whole is not what was announced', async () => {
    const bytes = await phonePhoto(4)
    const to = await begun(bytes, 'a'.repeat(64))
    await uploadPhotoChunk(asWorker, { ...to, offset: 0, bytes })
    expect(await finishPhotoUpload(asWorker, to)).toEqual(err('upload_damaged'))
    expect(await uploadPhotoChunk(asWorker, { ...to, offset: 5, bytes })).toEqual({
      ok: false,
      reason: 'upload_offset_wrong',
      received: 0,
    })
  })

  it('is judged by its content at the end', async () => {
    const to = await begun(TEXT)
    await uploadPhotoChunk(asWorker, { ...to, offset: 0, bytes: TEXT })
    expect(await finishPhotoUpload(asWorker, to)).toEqual(err('not_a_picture'))
    expect((await findTask(db, to.workLogId))?.state).toBe('in_progress')
    await submitPhoto(asWorker, { workLogId: to.workLogId, bytes: await phonePhoto(41) })
    await approveTask(asAdmin, { workLogId: to.workLogId, rating: 5 })
    expect(await finishPhotoUpload(asWorker, to)).toEqual(err('task_not_in_progress'))
  })

  it('is the worker’s own', async () => {
    const bytes = await phonePhoto(5)
    const to = await begun(bytes)
    const other = ctx(await makeWorker(asAdmin))
    const announced = { workLogId: to.workLogId, sha256: sha256(bytes), size: bytes.length }
    expect(await beginPhotoUpload(other, announced)).toEqual(err('task_not_found'))
    const refused = err('upload_not_found')
    expect(await uploadPhotoChunk(other, { ...to, offset: 0, bytes })).toEqual(refused)
    expect(await finishPhotoUpload(other, to)).toEqual(refused)
    expect(await finishPhotoUpload(asWorker, { ...to, uploadId: 'x' })).toEqual(refused)
    expect(await finishPhotoUpload(asWorker, { ...to, workLogId: await started(worker) })).toEqual(refused)
  })

  it('is refused at once when it is too large', async () => {
    const workLogId = await started(worker)
    const huge = { workLogId, sha256: 'b'.repeat(64), size: 6 * 1024 * 1024 }
    expect(await beginPhotoUpload(asWorker, huge)).toEqual(err('picture_too_large'))
  })

  it('waits with four others at most for one task', async () => {
    const { workLogId } = await begun(await phonePhoto(6))
    for (let number = 0; number < 7; number += 1) {
      const announced = { workLogId, sha256: `${number}`.repeat(64), size: 10 }
      await beginPhotoUpload(ctx(worker, { now: new Date(NOW.getTime() + number) }), announced)
    }
    const left = () =>
      db.selectFrom('photoUploads').select('sha256').where('workLogId', '=', workLogId).execute()
    expect((await left()).map((row) => row.sha256[0]).toSorted()).toEqual(['2', '3', '4', '5', '6'])
  })
})
