import { createMiddleware } from 'hono/factory'
import { pictureTooLarge, tooLarge } from '#api/failures.ts'
import { bodyLimit } from '#infra/rate-limits/body-limits.ts'

const TAKES_PICTURE = /\/(products\/[^/]+\/images|work-logs\/[^/]+\/photo)$/

/** Refuses bodies above the limit of their route, by the length they announce: the listener gives every body one. */
export const limitBody = createMiddleware(async (c, next) => {
  // Mounted below /api, and by itself in tests.
  const { most } = bodyLimit(c.req.path.replace(/^(\/api)?\//, '/api/'))
  if (Number(c.req.header('content-length') ?? 0) <= most) return next()
  return TAKES_PICTURE.test(c.req.path) ? pictureTooLarge(c) : tooLarge(c, most)
})
