import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { BODY_ERRORS, body, errors, json, SESSION, timeJson } from '#api/contract.ts'
import type { ApiEnv } from '#api/deps.ts'
import { BODIES } from '#api/examples.ts'
import { signedIn } from '#api/guards.ts'
import { byPerson, limited } from '#api/rate-limit.ts'
import { refused } from '#api/refusals.ts'
import { findRecord } from '#shop/catalogue/products.read.ts'
import { HOUR_SECONDS } from '#shop/kernel/duration.ts'
import { reviewInput } from '#shop/reviews/input.ts'
import { writeReview } from '#shop/reviews/write-review.ts'

export const reviews = new OpenAPIHono<ApiEnv>()

const params = z.object({
  id: z.string().max(200).openapi({ description: 'Id or slug of the product', example: 'ragi-mix' }),
})

const reviewJson = z
  .object({
    id: z.uuid(),
    product_id: z.uuid(),
    rating: z.number().int(),
    summary: z.string(),
    author: z.string().openapi({ description: 'First name and initial', example: 'Ananya R.' }),
    verified: z.boolean(),
    created_at: timeJson,
  })
  .openapi('Review')

const write = createRoute({
  method: 'post',
  path: '/products/{id}/reviews',
  tags: ['products'],
  summary: 'Review a product that was delivered to you; a second review replaces the first',
  middleware: [signedIn, limited('reviews', { limit: 20, windowSeconds: HOUR_SECONDS }, byPerson)] as const,
  security: SESSION,
  request: { params, body: body(reviewInput.openapi('NewReview', { example: BODIES.NewReview })) },
  responses: {
    200: json(reviewJson, 'The review, changed'),
    201: json(reviewJson, 'The new review'),
    ...errors(401, 403, 404, 429, ...BODY_ERRORS),
  },
})
reviews.openapi(write, async (c) => {
  const { ctx } = c.var
  const product = await findRecord(ctx.db, c.req.valid('param').id, 'on-sale')
  if (!product) return refused(c, { reason: 'product_not_found' })
  const written = await writeReview(ctx, product.id, c.req.valid('json'))
  if (!written.ok) return refused(c, written)
  const { id, rating, summary, authorName, verified, createdAt, isNew } = written.value
  const content = { id, product_id: product.id, rating, summary, author: authorName, verified }
  return c.json({ ...content, created_at: createdAt.toISOString() }, isNew ? 201 : 200)
})
