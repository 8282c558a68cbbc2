/** Photos over connections that break at random: none is lost, none counts twice. */
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
const AT_ONCE = 10
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

type Fate = 'arrives' | 'cut while sending' | 'cut before the answer'
type Sent = { method: string; path: string; body?: Buffer; headers?: Record<string, string> }

/** The answer, or null when the connection broke, which tells the phone nothing about the server. */
function send(
  { method, path, body, headers }: Sent,
  fate: Fate,
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
      if (fate === 'cut before the answer') {
        upload.destroy()
        return resolve(null)
      }
      const body = await text(response).catch(() => null)
      resolve(body === null ? null : { status: response.statusCode ?? 0, body: JSON.parse(body) })
    })
    if (fate === 'cut while sending' && body && body.length > 1) {
      upload.write(body.subarray(0, Math.floor(body.length / 2)), () => {
        upload.destroy()
        resolve(null)
      })
    } else upload.end(body)
  })
}

type Answer = { id: string; offset: number; complete: boolean; sha256: string }

/** The same sequence of failures for the same seed. */
function fates(seed: number): () => Fate {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    const share = state / 2 ** 32
    if (share < 0.15) return 'cut while sending'
    return share < 0.3 ? 'cut before the answer' : 'arrives'
  }
}

/** Uploads as a phone does: announces, sends the missing parts, completes, and resumes after each broken connection. */
async function upload(workLogId: string, bytes: Buffer, fate: () => Fate): Promise<number> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const uploads = `/work-logs/${workLogId}/photo-uploads`
  const json = { 'content-type': 'application/json' }
  for (let attempt = 1; ; attempt += 1) {
    const announced = Buffer.from(JSON.stringify({ sha256, size: bytes.length }))
    const begun = await send({ method: 'POST', path: uploads, body: announced, headers: json }, fate())
    if (!begun) continue
    expect(begun.status).toBe(201)
    if (begun.body.complete) return attempt
    const at = `${uploads}/${begun.body.id}`
    let { offset } = begun.body
    let isCut = false
    while (offset < bytes.length && !isCut) {
      const body = bytes.subarray(offset, offset + PART)
      const headers = { 'upload-offset': `${offset}`, 'content-type': 'application/offset+octet-stream' }
      const taken = await send({ method: 'PATCH', path: at, body, headers }, fate())
      if (taken) expect(taken.status).toBe(200)
      if (taken) offset = taken.body.offset
      else isCut = true
    }
    if (isCut) continue
    const finished = await send({ method: 'POST', path: `${at}/finish` }, fate())
    if (finished) expect([finished.status, finished.body.sha256]).toEqual([200, sha256])
    if (finished) return attempt
  }
}

it('uploads with random cuts lose none and double none', async () => {
  const tasks: { id: string; bytes: Buffer }[] = []
  for (let number = 0; number < UPLOADS; number += 1) {
    const id = await makeTask(ctx(admin), worker)
    await startTask(ctx(worker), { workLogId: id })
    tasks.push({ id, bytes: await phonePhoto(number + 1, 240) })
  }
  const left = [...tasks.entries()]
  let attempts = 0
  const phone = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const [number, { id, bytes }] = next
      const needed = await upload(id, bytes, fates(number + 1))
      attempts += needed
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, phone))
  // The test means something only if many connections broke.
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
