/** Photos of tasks, in one request or in parts that resume after a broken connection. */

import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { BODY_ERRORS, body, errors, form, json, SESSION } from '#api/contract.ts'
import type { ApiEnv } from '#api/deps.ts'
import { BODIES, idOf } from '#api/examples.ts'
import { signedInWorker } from '#api/guards.ts'
import { limited } from '#api/rate-limit.ts'
import { refuse } from '#api/refusals.ts'
import { toWorkLogJson, workLogJson } from '#api/work-log-json.ts'
import { pictureHeaders } from '#infra/files/file-store.ts'
import type { Ctx } from '#shop/ctx.ts'
import { HOUR_SECONDS } from '#shop/kernel/duration.ts'
import { sha256Input } from '#shop/programme/input.ts'
import {
  beginPhotoUpload,
  finishPhotoUpload,
  openPhoto,
  type ReceivedPhoto,
  submitPhoto,
  uploadPhotoChunk,
} from '#shop/programme/photo-upload.ts'
import { findTask } from '#shop/programme/tasks.read.ts'

export const workLogPhotos = new OpenAPIHono<ApiEnv>()

const forWorkers = { tags: ['work-logs'], middleware: signedInWorker, security: SESSION }
const id = idOf('workLog')
const params = z.object({ id })
const uploadParams = z.object({ id, upload_id: idOf('upload') })

/** Decoding is expensive, and a worker sends a handful of photos a day. */
const photoRateLimit = limited('task photos', { limit: 120, windowSeconds: HOUR_SECONDS }, (c) =>
  personOf(c.var.ctx),
)

function personOf({ actor }: Ctx): string | null {
  return actor.kind === 'person' ? actor.id : null
}

const receiptJson = z
  .object({
    id: z.uuid(),
    sha256: z.string().openapi({ description: 'Hash of the bytes received: compare it with your own' }),
    stored_sha256: z.string().openapi({ description: 'Hash of the stored file, which has no metadata' }),
    repeated: z.boolean().openapi({ description: 'True if these bytes had already been received' }),
    work_log: workLogJson,
  })
  .openapi('PhotoReceipt')

async function receiptOf(ctx: Ctx, workLogId: string, photo: ReceivedPhoto) {
  const task = await findTask(ctx.db, workLogId)
  if (!task) throw new Error('the task of the photo does not exist')
  const { photoId, sha256, storedSha256, repeated } = photo
  return { id: photoId, sha256, stored_sha256: storedSha256, repeated, work_log: toWorkLogJson(task, ctx) }
}

const photoForm = z.object({
  photo: z
    .any()
    .optional()
    .openapi({ type: 'string', format: 'binary', description: 'JPEG, PNG, WebP, GIF or AVIF below 5 MB' }),
})

const send = createRoute({
  ...forWorkers,
  method: 'post',
  path: '/work-logs/{id}/photo',
  summary: 'Send the photo that proves a task, as a form with the file in `photo` (only the task’s worker)',
  description:
    'Completes the task, which then goes to review. Repeating it with the same bytes changes nothing.',
  middleware: [signedInWorker, photoRateLimit] as const,
  request: { params, body: form(photoForm) },
  responses: { 200: json(receiptJson, 'The photo is stored'), ...errors(401, 404, 409, ...BODY_ERRORS) },
})
workLogPhotos.openapi(send, async (c) => {
  const { ctx } = c.var
  const workLogId = c.req.valid('param').id
  const { photo } = c.req.valid('form')
  const bytes = photo instanceof File ? new Uint8Array(await photo.arrayBuffer()) : null
  const submitted = await submitPhoto(ctx, { workLogId, bytes })
  if (!submitted.ok) return refuse(c, submitted, 'photo')
  return c.json(await receiptOf(ctx, workLogId, submitted.value), 200)
})

const uploadJson = z
  .object({
    id: z.uuid(),
    sha256: z.string(),
    size: z.number().int(),
    offset: z.number().int().openapi({ description: 'Bytes received so far: the next part begins here' }),
    complete: z.boolean().openapi({ description: 'True once the photo is stored' }),
  })
  .openapi('PhotoUpload')

type Upload = { id: string; sha256: string; size: number; received: number; photoId: string | null }

function toUploadJson({ id, sha256, size, received, photoId }: Upload): z.infer<typeof uploadJson> {
  return { id, sha256, size, offset: received, complete: photoId !== null }
}

const newUploadBody = z
  .object({
    sha256: sha256Input,
    size: z
      .number({ error: 'Missing required information' })
      .int()
      .min(1, 'Please select a valid image file'),
  })
  .openapi('NewPhotoUpload', { example: BODIES.NewPhotoUpload })

const begin = createRoute({
  ...forWorkers,
  method: 'post',
  path: '/work-logs/{id}/photo-uploads',
  summary: 'Start uploading a photo in parts, or ask how much has arrived (only the task’s worker)',
  description: 'Repeating it with the same SHA-256 for the same task returns the existing upload.',
  middleware: [signedInWorker, photoRateLimit] as const,
  request: { params, body: body(newUploadBody) },
  responses: { 201: json(uploadJson, 'The upload'), ...errors(401, 404, 409, ...BODY_ERRORS) },
})
workLogPhotos.openapi(begin, async (c) => {
  const upload = await beginPhotoUpload(c.var.ctx, {
    workLogId: c.req.valid('param').id,
    ...c.req.valid('json'),
  })
  return upload.ok ? c.json(toUploadJson(upload.value), 201) : refuse(c, upload, 'photo')
})

const offsetHeader = 'Upload-Offset'
const partHeaders = z.object({
  [offsetHeader]: z.coerce
    .number({ error: 'Please send the byte at which this part begins' })
    .int()
    .min(0, 'Please send the byte at which this part begins')
    .openapi({ type: 'integer', example: 0, param: { required: true } }),
})

const part = createRoute({
  ...forWorkers,
  method: 'patch',
  path: '/work-logs/{id}/photo-uploads/{upload_id}',
  summary: 'Send the next part of a photo, at most 1 MB (only the task’s worker)',
  description: `\`${offsetHeader}\` says where the part begins. Parts may be repeated. After a gap the answer is 409, and its \`${offsetHeader}\` says where to continue.`,
  request: {
    params: uploadParams,
    headers: partHeaders,
    body: {
      required: true,
      content: {
        'application/offset+octet-stream': { schema: z.any().openapi({ type: 'string', format: 'binary' }) },
      },
    },
  },
  responses: { 200: json(uploadJson, 'The upload'), ...errors(401, 404, 409, 413, 422) },
})
workLogPhotos.openapi(part, async (c) => {
  const { id: workLogId, upload_id: uploadId } = c.req.valid('param')
  const offset = c.req.valid('header')[offsetHeader]
  const bytes = new Uint8Array(await c.req.arrayBuffer())
  const chunk = await uploadPhotoChunk(c.var.ctx, { workLogId, uploadId, offset, bytes })
  if (chunk.ok) return c.json(toUploadJson(chunk.value), 200)
  if (chunk.reason === 'upload_offset_wrong') c.header(offsetHeader, String(chunk.received))
  return refuse(c, chunk)
})

const finish = createRoute({
  ...forWorkers,
  method: 'post',
  path: '/work-logs/{id}/photo-uploads/{upload_id}/finish',
  operationId: 'finishWorkLogPhotoUpload',
  summary: 'Finish an upload in parts: check its SHA-256 and complete the task (only the task’s worker)',
  description: 'Can be repeated. After a 422 `upload_damaged`, send the photo again from the start.',
  middleware: [signedInWorker, photoRateLimit] as const,
  request: {
    params: uploadParams,
    query: z.object({
      // Not the shop's schema, because Zod's method `openapi` exists only on schemas of the API.
      claimed_quantity: z.coerce.number().int().min(1).max(100_000).optional().openapi({
        type: 'integer',
        description: 'How many pieces the worker declares done',
        example: 24,
      }),
    }),
  },
  responses: { 200: json(receiptJson, 'The photo is stored'), ...errors(401, 404, 409, 413, 422) },
})
workLogPhotos.openapi(finish, async (c) => {
  const { ctx } = c.var
  const { id: workLogId, upload_id: uploadId } = c.req.valid('param')
  const finished = await finishPhotoUpload(ctx, {
    workLogId,
    uploadId,
    claimed: c.req.valid('query').claimed_quantity,
  })
  if (!finished.ok) return refuse(c, finished, 'photo')
  return c.json(await receiptOf(ctx, workLogId, finished.value), 200)
})

const open = createRoute({
  ...forWorkers,
  method: 'get',
  path: '/work-logs/{id}/photos/{photo_id}',
  summary: 'The photo behind a `photo_url`: while the link is valid, for everyone who may see the task',
  request: {
    params: z.object({ id, photo_id: idOf('photo') }),
    query: z.object({
      until: z.coerce
        .number()
        .int()
        .min(0)
        .openapi({ type: 'integer', example: 1_795_000_000, param: { required: true } }),
      proof: z.string().max(200).openapi({ example: 'x3mF0c1q' }),
      size: z
        .literal('small')
        .optional()
        .openapi({ description: 'At most 8 KB, where there is such a copy', example: 'small' }),
    }),
  },
  responses: {
    200: {
      description: 'The photo',
      content: { 'image/webp': { schema: z.any().openapi({ type: 'string', format: 'binary' }) } },
    },
    ...errors(401, 404, 422),
  },
})
workLogPhotos.openapi(open, async (c) => {
  const { id: workLogId, photo_id: photoId } = c.req.valid('param')
  const { size, ...link } = c.req.valid('query')
  const opened = await openPhoto(c.var.ctx, { workLogId, photoId, ...link, isSmall: size === 'small' })
  if (!opened.ok) return refuse(c, opened)
  return sendPhoto(c, opened.value, `photo-${photoId}`) as never
})

/** Only this browser may cache the photo, and only for half an hour. Each link is valid at least that long. */
function sendPhoto(
  c: Context,
  { bytes, contentType }: { bytes: Uint8Array<ArrayBuffer>; contentType: string },
  name: string,
) {
  const cache = { 'cache-control': 'private, max-age=1800' }
  return c.body(bytes, 200, { ...cache, ...pictureHeaders(name, contentType) })
}
