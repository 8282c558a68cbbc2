import { Hono } from 'hono'
import type { Services } from '#server/services.ts'

export function createApi(services: Services) {
  const api = new Hono()
  api.on(['GET', 'POST'], '/auth/*', (c) => services.auth.handler(c.req.raw))
  return api
}
