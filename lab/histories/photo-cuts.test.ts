/** Uploads of photos over connections that break at random: none is lost or duplicated. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { makeTask, makeWorker } from '#db/factories/task.ts'
import { makeUser } from '#db/factories/user.ts'
import { startTask } from '#shop/programme/own-task.ts'
import { apiClient } from '#tests/api-client.ts'
import { testDatabase } from '#tests/database.ts'
import { phonePhoto } from '#tests/pictures.ts'

const UPLOADS = 15
const CONCURRENCY = 10
const PART = 2048

const { db, ctx } = await testDatabase({ poolSize: 10 })
const { api, call } = apiClient(ctx)
const admin = await makeUser(db, { staffRole: 'owner' })
const worker = await makeWorker(ctx(admin))
await call(worker, 'GET', '/work-logs')

const server = createServer(getRequestListener(api.fetch, { overrideGlobalObjects: false }))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

type Failure = 'arrives' | 'cut while sending' | 'cut before the answer'
type UploadRequest = { method: string; path: string; body?: Buffer; headers?: Record<string, string> }

/** Returns the response, or null if the connection broke, after which the phone does not know the outcome. */
function send(
  { method, path, body, headers }: UploadRequest,
  failure: Failure,
): Promise<{ status: number; body: Answer } | null> {
  return new Promise((resolve) => {
    const length = { 'content-length': `${body?.length ?? 0}`, 'x-actor': worker.id }
    const upload = request({
      port,
      host: '127.0.0.1',
      method,
      path,
      agent: false,
      headers: { ...headers, ...length },
    })
    upload.on('error', () => resolve(null))
    upload.on('response', async (response) => {
      if (failure === 'cut before the answer') {
        upload.destroy()
        return resolve(null)
      }
      const body = await text(response).catch(() => null)
      resolve(body === null ? null : { status: response.statusCode ?? 0, body: JSON.parse(body) })
    })
    if (failure === 'cut while sending' && body && body.length > 1) {
      upload.write(body.subarray(0, Math.floor(body.length / 2)), () => {
        upload.destroy()
        resolve(null)
      })
    } else upload.end(body)
  })
}

type Answer = { id: string; offset: number; complete: boolean; sha256: string }

/** Returns a function that draws failures, which depend only on the seed. */
function failureSequence(seed: number): () => Failure {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    const share = state / 2 ** 32
    if (share < 0.15) return 'cut while sending'
    return share < 0.3 ? 'cut before the answer' : 'arrives'
  }
}

/** Uploads as a phone does: announces, sends the missing parts, completes, and resumes after each broken connection. */
async function upload(workLogId: string, bytes: Buffer, nextFailure: () => Failure): Promise<number> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const uploads = `/work-logs/${workLogId}/photo-uploads`
  const json = { 'content-type': 'application/json' }
  for (let attempt = 1; ; attempt += 1) {
    const description = Buffer.from(JSON.stringify({ sha256, size: bytes.length }))
    const created = await send(
      { method: 'POST', path: uploads, body: description, headers: json },
      nextFailure(),
    )
    if (!created) continue
    expect(created.status).toBe(201)
    if (created.body.complete) return attempt
    const uploadPath = `${uploads}/${created.body.id}`
    let { offset } = created.body
    let isCut = false
    while (offset < bytes.length && !isCut) {
      const body = bytes.subarray(offset, offset + PART)
      const headers = { 'upload-offset': `${offset}`, 'content-type': 'application/offset+octet-stream' }
      const part = await send({ method: 'PATCH', path: uploadPath, body, headers }, nextFailure())
      if (part) expect(part.status).toBe(200)
      if (part) offset = part.body.offset
      else isCut = true
    }
    if (isCut) continue
    const finished = await send({ method: 'POST', path: `${uploadPath}/finish` }, nextFailure())
    if (finished) expect([finished.status, finished.body.sha256]).toEqual([200, sha256])
    if (finished) return attempt
  }
}

it('uploads with random cuts lose and duplicate no photo', async () => {
  const tasks: { id: string; bytes: Buffer }[] = []
  for (let number = 0; number < UPLOADS; number += 1) {
    const id = await makeTask(ctx(admin), worker)
    await startTask(ctx(worker), { workLogId: id })
    tasks.push({ id, bytes: await phonePhoto(number + 1, 240) })
  }
  const remaining = [...tasks.entries()]
  let attempts = 0
  const phone = async () => {
    for (let next = remaining.pop(); next; next = remaining.pop()) {
      const [number, { id, bytes }] = next
      const uploadAttempts = await upload(id, bytes, failureSequence(number + 1))
      attempts += uploadAttempts
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, phone))
  // The test proves something only if many connections broke.
  expect(attempts).toBeGreaterThan(UPLOADS * 2)

  const photos = await db.selectFrom('taskPhotos').select(['workLogId', 'sha256']).execute()
  const hashes = new Map(photos.map(({ workLogId, sha256 }) => [workLogId, sha256]))
  expect(photos).toHaveLength(UPLOADS)
  for (const { id, bytes } of tasks) {
    expect(hashes.get(id)).toBe(createHash('sha256').update(bytes).digest('hex'))
  }
  const { rows } = await sql<{ submitted: number; reviewing: number; mails: number; parts: number }>`
    select (select count(*)::int from work_log_events where move = 'submit') as submitted,
      (select count(*)::int from work_logs where state = 'pending_review') as reviewing,
      (select count(*)::int from pgboss.job where name = 'programme-mail' and data->>'kind' = 'task-approval') as mails,
      (select count(*)::int from photo_upload_chunks) as parts`.execute(db)
  expect(rows[0]).toEqual({ submitted: UPLOADS, reviewing: UPLOADS, mails: UPLOADS, parts: 0 })
})
