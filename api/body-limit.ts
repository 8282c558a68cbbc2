import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { pictureTooLarge, tooLarge } from '#api/failures.ts'
import { readUpTo } from '#infra/limits/read-up-to.ts'
import { PICTURE_BYTES_LIMIT } from '#shop/pictures.ts'

type Limit = { most: number; refuse: (c: Context) => Response }

const LIMIT: Limit = { most: 1024 * 1024, refuse: tooLarge }
/** A form with one picture: the picture, and room for what stands around it. */
const PICTURE_LIMIT: Limit = { most: PICTURE_BYTES_LIMIT + 64 * 1024, refuse: pictureTooLarge }
const TAKES_PICTURE = /\/(products\/[^/]+\/images|work-logs\/[^/]+\/photo)$/

/**
 * Refuses bodies above 1 MB (pictures: 5 MB): by the length they announce, or while reading those that announce none.
 * What was read is put back as a plain Request, because the adapter's own cannot be copied.
 */
export const limitBody = createMiddleware(async (c, next) => {
  const { most, refuse } = TAKES_PICTURE.test(c.req.path) ? PICTURE_LIMIT : LIMIT
  const length = c.req.header('content-length')
  const isAnnounced = length !== undefined && !c.req.header('transfer-encoding')
  if (isAnnounced && Number(length) > most) return refuse(c)
  if (!isAnnounced && c.req.raw.body) {
    const body = await readUpTo(c.req.raw.body, most)
    if (!body) return refuse(c)
    const { url, method, headers } = c.req.raw
    c.req.raw = new Request(url, { method, headers, body })
  }
  await next()
})
