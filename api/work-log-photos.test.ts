import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { makeTask, makeWorker } from '#db/factories/task.ts'
import { makeUser } from '#db/factories/user.ts'
import { type Actor, VISITOR } from '#shop/kernel/actor.ts'
import { startTask } from '#shop/programme/own-task.ts'
import { apiClient } from '#tests/api-client.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { phonePhoto } from '#tests/pictures.ts'

const { db, ctx } = await testDatabase()
let now = NOW
const { api, call } = apiClient((actor) => ctx(actor, { now }))
const admin = await makeUser(db, { staffRole: 'owner' })
const worker = await makeWorker(ctx(admin))
const other = await makeWorker(ctx(admin))
const customer = await makeUser(db)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function makeStartedTask(): Promise<string> {
  const id = await makeTask(ctx(admin), worker)
  await startTask(ctx(worker), { workLogId: id })
  return id
}

function send(actor: Actor, id: string, bytes: Uint8Array, name = 'photo.jpg', type = 'image/jpeg') {
  const form = new FormData()
  form.set('photo', new File([new Uint8Array(bytes)], name, { type }))
  return call(actor, 'POST', `/work-logs/${id}/photo`, { form })
}

describe('POST /work-logs/{id}/photo', () => {
  it('stores the photo, answers with its SHA-256, and completes the task', async () => {
    const id = await makeStartedTask()
    const bytes = await phonePhoto(1)
    const { status, body } = await send(worker, id, bytes)
    expect(status).toBe(200)
    expect(body).toMatchObject({ sha256: sha256(bytes), repeated: false })
    expect(body.work_log).toMatchObject({
      status: 'completed',
      admin_review_status: 'pending_review',
      submission_date: NOW.toISOString(),
    })
    const again = await send(worker, id, bytes)
    expect(again.body).toMatchObject({ id: body.id, sha256: sha256(bytes), repeated: true })
    expect(again.body.stored_sha256).toBe(body.stored_sha256)
  })

  it('refuses a form without a photo, or with text instead of a file', async () => {
    const id = await makeStartedTask()
    for (const form of [new FormData(), formWith('photo', 'text')]) {
      expect(await call(worker, 'POST', `/work-logs/${id}/photo`, { form })).toMatchObject({
        status: 422,
        body: { error: 'Missing required information', fields: { photo: expect.any(String) } },
      })
    }
  })
})

function formWith(name: string, value: string): FormData {
  const form = new FormData()
  form.set(name, value)
  return form
}

describe('an upload in parts', () => {
  const path = (id: string) => `/work-logs/${id}/photo-uploads`
  const patch = (actor: Actor, url: string, offset: number | string, bytes: Uint8Array) =>
    call(actor, 'PATCH', url, {
      bytes: new Uint8Array(bytes),
      headers: { 'upload-offset': `${offset}`, 'content-type': 'application/offset+octet-stream' },
    })

  it('accepts parts in order, resumes after a gap, and confirms the SHA-256', async () => {
    const id = await makeStartedTask()
    const bytes = await phonePhoto(3)
    const announcement = { sha256: sha256(bytes), size: bytes.length }
    const upload = await call(worker, 'POST', path(id), { body: announcement })
    expect(upload).toMatchObject({ status: 201, body: { ...announcement, offset: 0, complete: false } })
    const url = `${path(id)}/${upload.body.id}`
    expect((await patch(worker, url, 0, bytes.subarray(0, 999))).body.offset).toBe(999)
    const gap = await patch(worker, url, 2000, bytes.subarray(2000))
    expect(gap).toMatchObject({ status: 409, body: { code: 'upload_offset_wrong' } })
    expect(gap.headers.get('upload-offset')).toBe('999')
    expect((await call(worker, 'POST', path(id), { body: announcement })).body).toMatchObject({ offset: 999 })
    expect((await call(worker, 'POST', `${url}/finish`)).body.code).toBe('upload_incomplete')
    await patch(worker, url, 999, bytes.subarray(999))
    const finished = await call(worker, 'POST', `${url}/finish`)
    expect(finished).toMatchObject({ status: 200, body: { sha256: sha256(bytes), repeated: false } })
    expect((await call(worker, 'POST', `${url}/finish`)).body).toMatchObject({ repeated: true })
    expect((await call(worker, 'POST', path(id), { body: announcement })).body.complete).toBe(true)
  })

  it('requires SHA-256 and size, and refuses a file that is too large', async () => {
    const id = await makeStartedTask()
    const begin = (body: unknown) => call(worker, 'POST', path(id), { body })
    expect((await begin({})).body.error).toBe('Missing required information')
    expect((await begin({ sha256: 'a'.repeat(64), size: 0 })).body.error).toBe(
      'Please select a valid image file',
    )
    expect(await begin({ sha256: 'a'.repeat(64), size: 6 * 1024 * 1024 })).toMatchObject({
      status: 413,
      body: { error: 'File size must be less than 5MB' },
    })
    const { body } = await begin({ sha256: 'a'.repeat(64), size: 10 })
    expect((await patch(worker, `${path(id)}/${body.id}`, 'x', new Uint8Array(1))).status).toBe(422)
  })
})

describe('GET /work-logs/{id}/photos/{photo_id}', () => {
  async function get(actor: Actor, url: string) {
    const headers = new Headers(actor.kind === 'person' ? [['x-actor', actor.id]] : [])
    return api.request(url.replace(/^\/api/, ''), { headers })
  }

  it('sends the photo to the worker and to admins, while the link is valid', async () => {
    const id = await makeStartedTask()
    const receipt = await send(worker, id, await phonePhoto(5))
    const url: string = receipt.body.work_log.photo_url
    const photo = await get(worker, url)
    const bytes = new Uint8Array(await photo.arrayBuffer())
    expect(sha256(bytes)).toBe(receipt.body.stored_sha256)
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    expect(Object.fromEntries(photo.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=1800',
      'x-content-type-options': 'nosniff',
    })
    await call(admin, 'GET', '/work-logs')
    expect((await get(admin, url)).status).toBe(200)
    for (const actor of [other, customer]) {
      await call(actor, 'GET', '/work-logs')
      expect((await get(actor, url)).status).toBe(404)
    }
    expect((await get(VISITOR, url)).status).toBe(401)
    const foreign = url.replace(id, await makeStartedTask())
    for (const wrong of [`${url}x`, url.replace(/until=\d+/, 'until=99999999999'), foreign]) {
      expect((await get(worker, wrong)).status).toBe(404)
    }
    now = new Date(NOW.getTime() + 29 * 60_000)
    expect((await get(worker, url)).status).toBe(200)
    now = new Date(NOW.getTime() + 60 * 60_000)
    expect((await get(worker, url)).status).toBe(404)
    now = NOW
  })
})
