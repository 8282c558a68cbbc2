import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { errors, json, SESSION, timeJson } from '#api/contract.ts'
import type { ApiEnv } from '#api/deps.ts'
import { IDS } from '#api/examples.ts'
import { staffWith } from '#api/guards.ts'
import { limitQuery, linkHeader, numberCursor, page } from '#api/lists.ts'
import { snakeKeys } from '#api/snake-case.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { AUDITED_ENTITIES, holdsPaise, type Json } from '#shop/audit/change.ts'
import { snakeCase } from '#shop/field.ts'
import { paise, toRupees } from '#shop/kernel/money.ts'

export const auditLog = new OpenAPIHono<ApiEnv>()

const entryJson = z
  .object({
    id: z.number().int(),
    actor: z.string().nullable().describe('The person who did it; null for the system'),
    actor_id: z.uuid().nullable(),
    action: z.string(),
    entity: z.enum(AUDITED_ENTITIES),
    entity_id: z.string(),
    before: z
      .unknown()
      .describe('Only differing fields; amounts in rupees; “(not recorded)” for values that may be personal'),
    after: z.unknown(),
    network: z.string().nullable().describe('Deleted after a year; null for the system'),
    device: z.string().nullable().openapi({ example: 'Chrome on Android' }),
    created_at: timeJson,
  })
  .openapi('AuditEntry')

const list = createRoute({
  method: 'get',
  path: '/audit-log',
  tags: ['audit log'],
  summary: 'What staff did, newest first (admin)',
  middleware: staffWith('audit'),
  security: SESSION,
  request: {
    query: z.object({
      entity: z.enum(AUDITED_ENTITIES).optional().openapi({ example: 'product' }),
      entity_id: z.string().max(100).optional().openapi({ example: IDS.product }),
      actor_id: z.uuid().optional().openapi({ example: IDS.customer }),
      limit: limitQuery,
      cursor: numberCursor('5000', 15),
    }),
  },
  responses: {
    200: { ...json(z.array(entryJson), 'The entries'), headers: linkHeader('/audit-log?cursor=4900') },
    ...errors(401, 403, 422),
  },
})
auditLog.openapi(list, async (c) => {
  const { entity, entity_id, actor_id, limit, cursor } = c.req.valid('query')
  const found = await listChanges(c.var.ctx.db, {
    entity,
    entityId: entity_id,
    actorId: actor_id,
    limit: limit + 1,
    before: cursor,
  })
  const visible = page(c, found, limit, (last) => `${last.id}`)
  return c.json(
    visible.map(({ actorName: actor, name: _, before: previous, after: current, ...entry }) => ({
      ...snakeKeys(entry),
      actor,
      before: stateJson(previous),
      after: stateJson(current),
    })),
    200,
  )
})

/** The log stores the code's names and paise; the API answers with its own names and rupees, at any depth. */
function stateJson(state: Json, field = ''): Json {
  if (holdsPaise(field, state)) return toRupees(paise(state))
  if (Array.isArray(state)) return state.map((item) => stateJson(item))
  if (typeof state !== 'object' || state === null) return state
  return Object.fromEntries(
    Object.entries(state).map(([key, item]) => [snakeCase(key), stateJson(item, key)]),
  )
}
