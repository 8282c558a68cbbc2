import { createMiddleware } from 'hono/factory'
import { pictureTooLarge, tooLarge } from '#api/failures.ts'
import { bodyLimit } from '#infra/rate-limits/body-limits.ts'

const TAKES_PICTURE = /\/(products\/[^/]+\/images|work-logs\/[^/]+\/photo)$/

/** Refuses bodies above the limit of their route by their Content-Length; the listener sets one on every body. */
export const limitBody = createMiddleware(async (c, next) => {
  // Paths begin with /api in the program, and without it in tests.
  const { maxBytes: most } = bodyLimit(c.req.path.replace(/^(\/api)?\//, '/api/'))
  if (Number(c.req.header('content-length') ?? 0) <= most) return next()
  return TAKES_PICTURE.test(c.req.path) ? pictureTooLarge(c) : tooLarge(c, most)
})
