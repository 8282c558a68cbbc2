import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { BODY_ERRORS, body, errors, json, SESSION, timeJson } from '#api/contract.ts'
import type { ApiEnv } from '#api/deps.ts'
import { BODIES, idOf } from '#api/examples.ts'
import { signedInWorker } from '#api/guards.ts'
import { refused } from '#api/refusals.ts'
import { countsInput } from '#shop/programme/input.ts'
import { addCounts } from '#shop/programme/own-task.ts'

export const workLogCounts = new OpenAPIHono<ApiEnv>()

const countsBody = z.object({ steps: countsInput }).openapi('CountSteps', {
  description: 'Each step counts once, however often its id is sent',
  example: BODIES.CountSteps,
})

const count = createRoute({
  method: 'post',
  path: '/work-logs/{id}/counts',
  tags: ['work-logs'],
  summary: 'Record counts made on a phone, online or offline (worker)',
  middleware: signedInWorker,
  security: SESSION,
  request: {
    params: z.object({ id: idOf('workLog') }),
    body: body(countsBody),
  },
  responses: {
    200: json(
      z.object({ progress_count: z.number().int(), counted_at: timeJson }),
      'How many are done now, by this time of the server',
    ),
    ...errors(401, 404, 409, ...BODY_ERRORS),
  },
})
workLogCounts.openapi(count, async (c) => {
  const { ctx } = c.var
  const counted = await addCounts(ctx, { workLogId: c.req.valid('param').id, ...c.req.valid('json') })
  if (!counted.ok) return refused(c, counted)
  return c.json({ progress_count: counted.value.progressCount, counted_at: ctx.now.toISOString() }, 200)
})
