import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { etag } from 'hono/etag'
import { errors, etagHeader, json, NOT_CHANGED } from '#api/contract.ts'
import type { ApiEnv } from '#api/deps.ts'
import { listCategories } from '#shop/catalogue/products.read.ts'

export const categories = new OpenAPIHono<ApiEnv>()

const categoryJson = z.object({ id: z.uuid(), slug: z.string(), name: z.string() }).openapi('Category')

const list = createRoute({
  method: 'get',
  path: '/categories',
  tags: ['products'],
  summary: 'The categories, in display order',
  middleware: etag(),
  responses: {
    200: { ...json(z.array(categoryJson), 'The categories'), headers: etagHeader },
    ...NOT_CHANGED,
    ...errors(),
  },
})
categories.openapi(list, async (c) => {
  c.header('cache-control', 'public, max-age=0, must-revalidate')
  return c.json(await listCategories(c.var.ctx.reads.catalogue), 200)
})
