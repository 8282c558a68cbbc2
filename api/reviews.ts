import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { BODY_ERRORS, body, errors, json, SESSION, timeJson } from '#api/contract.ts'
import type { ApiEnv } from '#api/deps.ts'
import { BODIES, IDS } from '#api/examples.ts'
import { signedIn } from '#api/guards.ts'
import { countedList, idCursor, limitQuery, page, setTotal } from '#api/lists.ts'
import { productParams } from '#api/products.ts'
import { byPerson, limited } from '#api/rate-limit.ts'
import { refuse } from '#api/refusals.ts'
import { snakeKeys } from '#api/snake-case.ts'
import { findRecord, listReviews } from '#shop/catalogue/products.read.ts'
import { HOUR_SECONDS } from '#shop/kernel/duration.ts'
import { reviewInput } from '#shop/reviews/input.ts'
import type { ShownReview } from '#shop/reviews/review.ts'
import { listOwnReviews } from '#shop/reviews/reviews.read.ts'
import { writeReview } from '#shop/reviews/write-review.ts'

export const reviews = new OpenAPIHono<ApiEnv>()

const tags = ['reviews']

const reviewJson = z
  .object({
    id: z.uuid(),
    product_id: z.uuid(),
    rating: z.number().int(),
    summary: z.string(),
    author: z.string().openapi({ description: 'First name and initial', example: 'Ananya R.' }),
    verified: z.boolean(),
    is_sample: z.boolean().describe('Written for demonstration'),
    created_at: timeJson,
    answer: z.string().nullable().describe('The shop’s public answer'),
    answered_at: timeJson.nullable(),
    hidden: z.boolean().describe('Only the author and the staff can read it, and no rating counts it'),
    hidden_reason: z.string().optional().describe('In your own hidden reviews'),
  })
  .openapi('Review')

function toReviewJson(
  { authorName: author, isSeed, answer, answeredAt, ...review }: ShownReview,
  facts: { productId: string; hidden: boolean },
): z.infer<typeof reviewJson> {
  const answered = { answer: answer || null, answeredAt: answer ? answeredAt : null }
  return { ...snakeKeys({ ...review, ...answered, ...facts, author }), is_sample: isSeed }
}

const query = z.object({ limit: limitQuery, cursor: idCursor(IDS.review) })

const list = createRoute({
  method: 'get',
  path: '/products/{id}/reviews',
  tags,
  summary: 'The reviews of a product, newest first',
  request: { params: productParams, query },
  responses: {
    200: countedList(reviewJson, 'The reviews', `/products/ragi-mix/reviews?cursor=${IDS.review}`),
    ...errors(404, 422),
  },
})
reviews.openapi(list, async (c) => {
  const { catalogue } = c.var.ctx.reads
  const { limit, cursor: after } = c.req.valid('query')
  const product = await findRecord(catalogue, c.req.valid('param').id, 'on-sale')
  if (!product) return refuse(c, { reason: 'product_not_found' })
  const found = await listReviews(catalogue, product.id, { limit: limit + 1, after })
  setTotal(c, product.reviewCount)
  const facts = { productId: product.id, hidden: false }
  return c.json(
    page(c, found, limit, ({ id }) => id).map((review) => toReviewJson(review, facts)),
    200,
  )
})

const listOwn = createRoute({
  method: 'get',
  path: '/users/me/reviews',
  operationId: 'listOwnReviews',
  tags,
  summary: 'Your reviews, newest first',
  middleware: signedIn,
  security: SESSION,
  request: { query },
  responses: {
    200: countedList(reviewJson, 'The reviews', `/users/me/reviews?cursor=${IDS.review}`),
    ...errors(401, 422),
  },
})
reviews.openapi(listOwn, async (c) => {
  const { ctx, person } = c.var
  const { limit, cursor: after } = c.req.valid('query')
  const { reviews: found, total } = await listOwnReviews(ctx.db, person.id, { limit: limit + 1, after })
  setTotal(c, total)
  const visible = page(c, found, limit, ({ id }) => id)
  return c.json(
    visible.map(({ productId, productName: _, hiddenAt, hiddenReason, ...review }) => ({
      ...toReviewJson(review, { productId, hidden: hiddenAt !== null }),
      ...(hiddenAt && { hidden_reason: hiddenReason }),
    })),
    200,
  )
})

const write = createRoute({
  method: 'post',
  path: '/products/{id}/reviews',
  tags,
  summary: 'Review a product that was delivered to you; a second review replaces the first',
  middleware: [signedIn, limited('reviews', { limit: 20, windowSeconds: HOUR_SECONDS }, byPerson)] as const,
  security: SESSION,
  request: {
    params: productParams,
    body: body(reviewInput.openapi('NewReview', { example: BODIES.NewReview })),
  },
  responses: {
    200: json(reviewJson, 'The review, changed'),
    201: json(reviewJson, 'The new review'),
    ...errors(401, 403, 404, ...BODY_ERRORS),
  },
})
reviews.openapi(write, async (c) => {
  const { ctx } = c.var
  const product = await findRecord(ctx.db, c.req.valid('param').id, 'on-sale')
  if (!product) return refuse(c, { reason: 'product_not_found' })
  const written = await writeReview(ctx, product.id, c.req.valid('json'))
  if (!written.ok) return refuse(c, written)
  const { isHidden: hidden, isNew, ...review } = written.value
  return c.json(toReviewJson(review, { productId: product.id, hidden }), isNew ? 201 : 200)
})
